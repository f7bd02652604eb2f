import {
  asText,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  quantitySign,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { checkBetween, checkSupported, checkText, requireText } from "../../field-checks.ts";
import { fieldRules } from "../../field-rules.ts";
import { validateAzureDisk, validateFc, validateFlexVolume, validateIscsi, validateQuobyte } from "./disk-sources.ts";
import { validateDownwardApi, validateKeyFiles } from "./file-sources.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateClaimTemplate } from "./validate-claim-template.ts";
import { checkDescendingPath, checkNoBacksteps } from "./validate-path.ts";
import { validateProjected } from "./validate-projected.ts";
import { checkPullPolicy } from "./validate-pull-policy.ts";

type ValidateSource = (source: JsonObject, path: FieldPath, leniency: PodLeniency) => FieldError[];

export interface VolumeSource {
  readonly field: string;
  readonly validate: ValidateSource;
  /**
   * Kubernetes: some paths in errors have other names than the fields (core/validation/validation.go
   * validateVolumeSource, v1.36).
   */
  readonly told?: string;
  readonly judged?: string;
}

/** In the order of Kubernetes' checks, which decides which source is the first. */
export const volumeSources: readonly VolumeSource[] = [
  { field: "emptyDir", validate: validateEmptyDir },
  { field: "hostPath", validate: validateHostPath },
  { field: "gitRepo", validate: validateGitRepo },
  { field: "gcePersistentDisk", validate: validatePartitioned("pdName"), judged: "persistentDisk" },
  { field: "awsElasticBlockStore", validate: validatePartitioned("volumeID") },
  { field: "secret", validate: (source, path) => validateKeyFiles(source, path, { name: "secretName" }) },
  { field: "nfs", validate: validateNfs },
  { field: "iscsi", validate: validateIscsi },
  { field: "glusterfs", validate: fieldRules({ endpoints: "required", path: "required" }) },
  { field: "flocker", validate: validateFlocker },
  { field: "persistentVolumeClaim", validate: fieldRules({ claimName: "required" }) },
  { field: "rbd", validate: fieldRules({ monitors: "required", image: "required" }) },
  { field: "cinder", validate: fieldRules({ volumeID: "required", "secretRef.name": "required" }) },
  { field: "cephfs", validate: fieldRules({ monitors: "required" }), told: "cephFS" },
  { field: "quobyte", validate: validateQuobyte },
  { field: "downwardAPI", validate: validateDownwardApi, told: "downwarAPI" },
  { field: "fc", validate: validateFc },
  { field: "flexVolume", validate: validateFlexVolume },
  { field: "configMap", validate: (source, path) => validateKeyFiles(source, path, { name: "name" }) },
  { field: "azureFile", validate: fieldRules({ secretName: "required", shareName: "required" }) },
  { field: "vsphereVolume", validate: fieldRules({ volumePath: "required" }) },
  { field: "photonPersistentDisk", validate: fieldRules({ pdID: "required" }) },
  { field: "portworxVolume", validate: fieldRules({ volumeID: "required" }) },
  { field: "azureDisk", validate: validateAzureDisk },
  {
    field: "storageos",
    validate: fieldRules({
      volumeName: "required;label",
      volumeNamespace: "optional;label",
      "secretRef.name": "required",
    }),
  },
  { field: "projected", validate: validateProjected },
  {
    field: "scaleIO",
    validate: fieldRules({ gateway: "required", system: "required", volumeName: "required" }),
  },
  { field: "csi", validate: validateCsi },
  { field: "ephemeral", validate: validateEphemeral },
  { field: "image", validate: validateImage },
];

function validateEmptyDir({ sizeLimit }: JsonObject, path: FieldPath): FieldError[] {
  const limit = sizeLimit === undefined ? undefined : parseQuantity(String(sizeLimit)).value;
  return limit !== undefined && quantitySign(limit) < 0
    ? [forbidden(path.child("sizeLimit"), "SizeLimit field must be a valid resource quantity")]
    : [];
}

/** Sorted, as errors list them; the first is the default. */
const HOST_PATH_TYPES = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

function validateHostPath(source: JsonObject, path: FieldPath): FieldError[] {
  if (asText(source.path) === "") {
    return [required(path.child("path"), "")];
  }
  return [
    ...checkNoBacksteps(source.path, path.child("path")),
    ...checkSupported(source.type, path.child("type"), HOST_PATH_TYPES),
  ];
}

function validateGitRepo({ repository, directory }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...requireText(repository, path.child("repository")),
    ...checkDescendingPath(directory, path.child("directory")),
  ];
}

function validatePartitioned(id: string): ValidateSource {
  return (source, path) => [
    ...requireText(source[id], path.child(id)),
    // Kubernetes: the message says 1 although 0 is valid (core/validation/validation.go
    // validateGCEPersistentDiskVolumeSource, v1.36).
    ...checkBetween(source.partition, path.child("partition"), [0, 255]).map((error) => ({
      ...error,
      detail: "must be between 1 and 255, inclusive",
    })),
  ];
}

function validateNfs({ server, path: directory }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...requireText(server, path.child("server")),
    ...requireText(directory, path.child("path")),
    ...(asText(directory).startsWith("/")
      ? []
      : [invalid(path.child("path"), asText(directory), "must be an absolute path")]),
  ];
}

function validateFlocker({ datasetName, datasetUUID }: JsonObject, path: FieldPath): FieldError[] {
  const name = asText(datasetName);
  const hasName = name !== "";
  const hasId = asText(datasetUUID) !== "";
  return [
    ...(hasName || hasId ? [] : [required(path, "one of datasetName and datasetUUID is required")]),
    ...(hasName && hasId
      ? [invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously")]
      : []),
    ...(name.includes("/") ? [invalid(path.child("datasetName"), name, "must not contain '/'")] : []),
  ];
}

const MAX_DRIVER_NAME = 63;

/** Name of a CSI driver, compared without case. */
export function validateDriverName(value: JsonObject[string] | undefined, path: FieldPath): FieldError[] {
  const name = asText(value);
  if (name === "") {
    return [required(path, "")];
  }
  return [
    ...(utf8Length(name) > MAX_DRIVER_NAME ? [tooLong(path, MAX_DRIVER_NAME)] : []),
    ...checkDns1123Subdomain(name.toLowerCase()).map((fault) => invalid(path, name, fault)),
  ];
}

function validateCsi({ driver, nodePublishSecretRef }: JsonObject, path: FieldPath): FieldError[] {
  const errors = validateDriverName(driver, path.child("driver"));
  if (!isJsonObject(nodePublishSecretRef)) {
    return errors;
  }
  const { name } = nodePublishSecretRef;
  return [
    ...errors,
    ...(asText(name) === ""
      ? [required(path.child("nodePublishSecretRef", "name"), "")]
      : checkText(name, path.child("name"), checkDns1123Subdomain)),
  ];
}

function validateEphemeral({ volumeClaimTemplate }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("volumeClaimTemplate");
  return isJsonObject(volumeClaimTemplate) ? validateClaimTemplate(volumeClaimTemplate, at) : [required(at, "")];
}

function validateImage({ reference, pullPolicy }: JsonObject, path: FieldPath, { isPod }: PodLeniency): FieldError[] {
  return [
    ...(isPod ? requireText(reference, path.child("reference")) : []),
    ...checkPullPolicy(pullPolicy, path.child("pullPolicy")),
  ];
}
