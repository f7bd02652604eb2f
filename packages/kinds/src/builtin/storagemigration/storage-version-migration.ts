import {
  asObjects,
  asText,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  objectAt,
  rootPath,
} from "@kiln/api";
import { printGoStruct } from "../../go/print-go-struct.ts";
import { IMMUTABLE } from "../../natives/marks.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { fieldRules } from "../field-rules.ts";
import { isConditionTrue, validateConditions } from "../validate-conditions.ts";

/** StorageVersionMigration: rewrites all objects of a kind in its storage version. */
export const storageVersionMigration: Declaration = {
  resource: "storageversionmigrations.storagemigration.k8s.io",
  // Kubernetes: disabled by default (controlplane/instance.go genericBetaAPIGroupVersionsDisabledByDefault, v1.36).
  unlistedUpstream: ["v1beta1"],
  marks: { spec: IMMUTABLE },
  strategy: (settings) => ({
    status: { keepsMetadata: true },
    validateCreate: (object) => checkSpec(object, rootPath),
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateStatus(objectAt(object, "status"), objectAt(old, "status"))
        : [...checkSpec(object, rootPath), ...(areMarked(settings) ? [] : checkKept(object, rootPath, { old }))],
  }),
};

const STATUS = fieldPath("status");

const checkSpec = fieldRules({
  "spec.resource": {
    resource: "required=resource is required to be set;dns1035",
    group: "optional;subdomain",
  },
});
const checkKept = fieldRules({ spec: "immutable=storagemigration/v1beta1.StorageVersionMigrationSpec" });

function validateStatus(status: JsonObject, old: JsonObject): FieldError[] {
  const [version, oldVersion] = [asText(status.resourceVersion), asText(old.resourceVersion)];
  const at = STATUS.child("resourceVersion");
  return [
    ...(version === "" || /^[1-9][0-9]*$/.test(version)
      ? []
      : [invalid(at, version, `resource version is not well formed: ${version}`)]),
    ...validateConditions(status, STATUS),
    ...(oldVersion === "" || oldVersion === version ? [] : [invalid(at, version, FIELD_IMMUTABLE)]),
    ...validateOutcome(status, old),
  ];
}

/** Validates the final conditions: a migration gets one of two, permanently. */
function validateOutcome(status: JsonObject, old: JsonObject): FieldError[] {
  const conditions = asObjects(status.conditions);
  const printed = `[${conditions.map((condition) => printGoStruct("meta/v1.Condition", condition)).join(",")}]`;
  const refuse = (detail: string) => [{ ...invalid(STATUS.child("conditions"), conditions, detail), printed }];
  const isTaken = (type: string) => isConditionTrue(old, type) && !isConditionTrue(status, type);
  return [
    ...(isConditionTrue(status, "Succeeded") && isConditionTrue(status, "Failed")
      ? refuse("Both success and failed conditions cannot be true at the same time")
      : []),
    ...(isTaken("Succeeded") ? refuse("Success condition cannot be set to false once it is true") : []),
    ...(isTaken("Failed") ? refuse("Failed condition cannot be set to false once it is true") : []),
  ];
}
