import {
  asObjects,
  asText,
  checkDns1035Label,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { printGoStruct, withGoStruct } from "../../natives/print-go-struct.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { checkImmutable, checkSubdomain, checkText } from "../field-checks.ts";
import { isConditionTrue, validateConditions } from "../validate-conditions.ts";

/** StorageVersionMigration: rewrites all objects of a kind in its storage version. */
export const storageVersionMigration: Declaration = {
  resource: "storageversionmigrations.storagemigration.k8s.io",
  // Kubernetes: disabled by default (controlplane/instance.go genericBetaAPIGroupVersionsDisabledByDefault, v1.36).
  unlistedUpstream: ["v1beta1"],
  marks: { spec: IMMUTABLE },
  strategy: (settings) => ({
    status: { keepsMetadata: true },
    validateCreate: validateSpec,
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateStatus(objectAt(object, "status"), objectAt(old, "status"))
        : [...validateSpec(object), ...(areMarked(settings) ? [] : checkKept(object, old))],
  }),
};

const SPEC = fieldPath("spec");
const RESOURCE = fieldPath("spec", "resource");
const STATUS = fieldPath("status");

function validateSpec(object: JsonObject): FieldError[] {
  const { group, resource } = objectAt(object, "spec", "resource");
  const at = RESOURCE.child("resource");
  return [
    ...(asText(resource) === ""
      ? [required(at, "resource is required to be set")]
      : checkText(resource, at, checkDns1035Label)),
    ...(asText(group) === "" ? [] : checkSubdomain(group, RESOURCE.child("group"))),
  ];
}

function checkKept({ spec }: JsonObject, old: JsonObject): FieldError[] {
  const type = "storagemigration/v1beta1.StorageVersionMigrationSpec";
  return checkImmutable(spec, old.spec, SPEC).map((error) => withGoStruct(error, type));
}

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
