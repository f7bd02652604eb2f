import {
  appendAll,
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
} from "@kiln/api";
import { checkLabel } from "../../field-checks.ts";
import { type CheckFields, fieldRules, type Scope } from "../../field-rules.ts";
import { validateIscsi } from "../pod-spec/disk-sources.ts";
import { STRICT } from "../pod-spec/pod-leniency.ts";
import { checkNoBacksteps } from "../pod-spec/validate-path.ts";
import { validateDriverName, volumeSources } from "../pod-spec/volume-sources.ts";

/** Rules of sources that differ from those of a Pod's volume, because a PersistentVolume has no namespace. */
const OWN_CHECKS: ReadonlyMap<string, CheckFields<VolumePlace>> = new Map<string, CheckFields<VolumePlace>>(
  Object.entries({
    azureFile: fieldRules({ "secretName,shareName": "required", secretNamespace: "pointer;required" }),
    cinder: fieldRules({ "volumeID,secretRef.name,secretRef.namespace": "required" }),
    csi: fieldRules({
      driver: validateDriverName,
      volumeHandle: "required",
      "controllerPublishSecretRef,controllerExpandSecretRef,nodePublishSecretRef,nodeExpandSecretRef": {
        name: "required;subdomain",
        namespace: "required;label",
      },
    }),
    glusterfs: fieldRules({ "endpoints,path": "required", endpointsNamespace: ["pointer", checkEndpointsNamespace] }),
    iscsi: validatePersistentIscsi,
    local: fieldRules({ path: ["required", checkNoBacksteps] }),
    storageos: fieldRules({
      volumeName: "required;label",
      volumeNamespace: "optional;label",
      "secretRef.name,secretRef.namespace": "required",
    }),
  }),
);

/** Volume sources in the order of Kubernetes' checks: the first is validated, each further one is an error. */
export const VOLUME_SOURCES: readonly string[] = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
];

const SECOND_SOURCE = "may not specify more than 1 volume type";

export interface VolumePlace {
  readonly path: FieldPath;
  readonly volumeName: string;
  readonly hasNodeAffinity: boolean;
}

/** Validates the source of a PersistentVolume. */
export function validateVolumeSource(spec: JsonObject, place: VolumePlace): FieldError[] {
  const errors: FieldError[] = [];
  let isFirst = true;
  for (const field of VOLUME_SOURCES) {
    const source = spec[field];
    if (!isJsonObject(source)) {
      continue;
    }
    // Kubernetes: flexVolume is accepted beside another source (core/validation/validation.go
    // ValidatePersistentVolumeSpec, v1.36).
    if (isFirst || field === "flexVolume") {
      appendAll(errors, validateSource(field, source, place));
    } else {
      const told = volumeSources.find((known) => known.field === field)?.told ?? field;
      errors.push(forbidden(place.path.child(told), SECOND_SOURCE));
    }
    isFirst = false;
  }
  return isFirst ? [required(place.path, "must specify a volume type")] : errors;
}

function validateSource(field: string, source: JsonObject, place: VolumePlace): FieldError[] {
  const { path, hasNodeAffinity } = place;
  const ofPods = volumeSources.find((known) => known.field === field);
  const judged = path.child(ofPods?.judged ?? field);
  const errors =
    OWN_CHECKS.get(field)?.(source, judged, { given: place }) ??
    ofPods?.validate(source, judged, { given: STRICT }) ??
    [];
  return field === "local" && !hasNodeAffinity
    ? [...errors, required(path.child("nodeAffinity"), "Local volume requires node affinity")]
    : errors;
}

function checkEndpointsNamespace(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const why = "if the endpointnamespace is set, it must be a valid namespace name";
  return value === "" ? [invalid(path, "", why)] : checkLabel(value, path);
}

const checkSecret = fieldRules({ "secretRef.name": "required" });
const MAX_ISCSI_NAME = 64;

/**
 * Validates an iSCSI source. Kubernetes: checks the source before the initiator, where Pods do it after, and has a
 * shorter message for an invalid name (core/validation/validation.go validateISCSIPersistentVolumeSource, v1.36).
 */
function validatePersistentIscsi(
  source: JsonObject,
  path: FieldPath,
  { given }: Scope<VolumePlace> = {},
): FieldError[] {
  const portal = asText(source.targetPortal);
  const why =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  const isTooLong = source.initiatorName !== undefined && `${given?.volumeName}:${portal}`.length > MAX_ISCSI_NAME;
  const errors = validateIscsi(source, path).map((error) =>
    error.detail.startsWith("must be valid format") ? { ...error, detail: "must be valid format" } : error,
  );
  const ofInitiator = errors.filter(({ field }) => field === path.child("initiatorname").toString());
  const others = errors.filter((error) => !ofInitiator.includes(error));
  const portals = portal === "" ? 1 : 0;
  return [
    ...others.slice(0, portals),
    ...(isTooLong ? [invalid(path.child("targetportal"), portal, why)] : []),
    ...others.slice(portals),
    ...checkSecret(source, path),
    ...ofInitiator,
  ];
}
