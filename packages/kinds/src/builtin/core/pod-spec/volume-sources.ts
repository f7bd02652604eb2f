import {
  asText,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseQuantity,
  quantitySign,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { checkBetween, checkSupported, checkText, requireText } from "../../field-checks.ts";
import { type CheckFields, fieldRules, type Scope } from "../../field-rules.ts";
import { validateAzureDisk, validateFc, validateFlexVolume, validateIscsi, validateQuobyte } from "./disk-sources.ts";
import { keyFiles, validateDownwardApi } from "./file-sources.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateClaimTemplate } from "./validate-claim-template.ts";
import { checkDescendingPath, checkNoBacksteps } from "./validate-path.ts";
import { validateProjected } from "./validate-projected.ts";

type ValidateSource = CheckFields<PodLeniency>;

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

/** Volume sources in the order of Kubernetes' checks: of several in a volume, the first in this order is validated. */
export const volumeSources: readonly VolumeSource[] = [
  { field: "emptyDir", validate: fieldRules({ sizeLimit: ["pointer", checkSizeLimit] }) },
  { field: "hostPath", validate: validateHostPath },
  { field: "gitRepo", validate: fieldRules({ repository: "required", directory: checkDescendingPath }) },
  { field: "gcePersistentDisk", validate: validatePartitioned("pdName"), judged: "persistentDisk" },
  { field: "awsElasticBlockStore", validate: validatePartitioned("volumeID") },
  { field: "secret", validate: keyFiles("secretName") },
  { field: "nfs", validate: fieldRules({ server: "required", path: "required" }, { path: checkAbsolutePath }) },
  { field: "iscsi", validate: validateIscsi },
  { field: "glusterfs", validate: fieldRules({ "endpoints,path": "required" }) },
  { field: "flocker", validate: validateFlocker },
  { field: "persistentVolumeClaim", validate: fieldRules({ claimName: "required" }) },
  { field: "rbd", validate: fieldRules({ "monitors,image": "required" }) },
  { field: "cinder", validate: fieldRules({ volumeID: "required", "secretRef.name": "required" }) },
  { field: "cephfs", validate: fieldRules({ monitors: "required" }), told: "cephFS" },
  { field: "quobyte", validate: validateQuobyte },
  { field: "downwardAPI", validate: validateDownwardApi, told: "downwarAPI" },
  { field: "fc", validate: validateFc },
  { field: "flexVolume", validate: validateFlexVolume },
  { field: "configMap", validate: keyFiles("name") },
  { field: "azureFile", validate: fieldRules({ "secretName,shareName": "required" }) },
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
  { field: "scaleIO", validate: fieldRules({ "gateway,system,volumeName": "required" }) },
  { field: "csi", validate: validateCsi },
  { field: "ephemeral", validate: fieldRules({ volumeClaimTemplate: ["required", validateClaimTemplate] }) },
  {
    field: "image",
    validate: fieldRules<PodLeniency>(requireReference, { pullPolicy: "required;enum=Always|IfNotPresent|Never" }),
  },
];

function checkSizeLimit(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const limit = parseQuantity(String(value)).value;
  return limit !== undefined && quantitySign(limit) < 0
    ? [forbidden(path, "SizeLimit field must be a valid resource quantity")]
    : [];
}

/** Allowed types of hostPath, sorted as errors list them; the first is the default. */
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

function validatePartitioned(id: string): ValidateSource {
  return fieldRules({ [id]: "required", partition: checkPartition });
}

/**
 * Validates a disk partition. Kubernetes: the message says 1 although 0 is valid (core/validation/validation.go
 * validateGCEPersistentDiskVolumeSource, v1.36).
 */
function checkPartition(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const detail = "must be between 1 and 255, inclusive";
  return checkBetween(value, path, [0, 255]).map((error) => ({ ...error, detail }));
}

function checkAbsolutePath(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const text = asText(value);
  return text.startsWith("/") ? [] : [invalid(path, text, "must be an absolute path")];
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

/** Validates the name of a CSI driver, without regard to case. */
export function validateDriverName(value: JsonValue | undefined, path: FieldPath): FieldError[] {
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

function requireReference({ reference }: JsonObject, path: FieldPath, { given }: Scope<PodLeniency>): FieldError[] {
  return given?.isPod === true ? requireText(reference, path.child("reference")) : [];
}
