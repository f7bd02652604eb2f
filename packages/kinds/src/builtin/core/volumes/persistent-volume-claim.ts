import { asText, fieldPath, getOwn, isJsonObject, type JsonObject, objectAt } from "@kiln/api";
import { IMMUTABLE } from "../../../natives/marks.ts";
import type { Declaration } from "../../declaration.ts";
import { warnOfClaimSpec } from "../validate-claim-spec.ts";
import {
  CLASS_ANNOTATION,
  validateClaimStatus,
  validateClaimUpdate,
  validatePersistentVolumeClaim,
} from "./validate-persistent-volume-claim.ts";

export const persistentVolumeClaim: Declaration = {
  resource: "persistentvolumeclaims",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  types: { "core/v1.PersistentVolumeClaimSpec": { defaults: { volumeMode: "Filesystem" } } },
  marks: {
    "spec.accessModes": IMMUTABLE,
    "spec.selector": IMMUTABLE,
    "spec.volumeMode": IMMUTABLE,
    "spec.volumeName": { mutability: "AddOnly" },
    "spec.dataSource": IMMUTABLE,
    "spec.dataSourceRef": IMMUTABLE,
  },
  strategy: (settings) => ({
    setDefaults: (object) => {
      objectAt(object, "status").phase ??= "Pending";
    },
    prepareCreate: (claim) => {
      claim.status = { phase: "Pending" };
      completeDataSources(objectAt(claim, "spec"));
    },
    prepareUpdate: (claim, old, subresource) => {
      if (subresource === "") {
        completeDataSources(objectAt(claim, "spec"), objectAt(old, "spec"));
      }
    },
    validateCreate: (claim) => validatePersistentVolumeClaim(claim),
    validateUpdate: (claim, old, subresource) =>
      subresource === "status" ? validateClaimStatus(claim) : validateClaimUpdate(claim, old, settings),
    warn: (claim, _old, subresource) => (subresource === "status" ? [] : warnOfClaim(claim)),
  }),
};

const SNAPSHOT_GROUP = "snapshot.storage.k8s.io";

/**
 * Sets dataSource and dataSourceRef from each other; the former, older field supports only some kinds and no other
 * namespaces.
 */
function completeDataSources(spec: JsonObject, old: JsonObject = {}): void {
  if (
    isJsonObject(spec.dataSourceRef) &&
    asText(spec.dataSourceRef.namespace) !== "" &&
    old.dataSourceRef === undefined
  ) {
    delete spec.dataSourceRef;
  }
  const hadSource = old.dataSource !== undefined || old.dataSourceRef !== undefined;
  if (!hadSource && spec.dataSourceRef === undefined && !isKnownSource(spec.dataSource)) {
    delete spec.dataSource;
  }
  if (isJsonObject(spec.dataSource) && spec.dataSourceRef === undefined) {
    spec.dataSourceRef = { ...spec.dataSource };
  } else if (isJsonObject(spec.dataSourceRef) && spec.dataSource === undefined) {
    const { namespace, ...source } = spec.dataSourceRef;
    if (asText(namespace) === "") {
      spec.dataSource = source;
    }
  }
}

function isKnownSource(source: JsonObject[string] | undefined): boolean {
  if (!isJsonObject(source)) {
    return false;
  }
  const group = asText(source.apiGroup);
  return source.kind === "PersistentVolumeClaim"
    ? group === ""
    : source.kind === "VolumeSnapshot" && group === SNAPSHOT_GROUP;
}

function warnOfClaim(claim: JsonObject): string[] {
  const annotations = objectAt(claim, "metadata", "annotations");
  return [
    ...(getOwn(annotations, CLASS_ANNOTATION) === undefined
      ? []
      : [`metadata.annotations[${CLASS_ANNOTATION}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
    ...warnOfClaimSpec(objectAt(claim, "spec"), fieldPath("spec")),
  ];
}
