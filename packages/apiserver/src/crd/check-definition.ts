import { type FieldError, fieldPath, invalid } from "@kiln/api";
import type { Definition } from "@kiln/kinds";
import { checkFieldMap } from "../convert/check-field-map.ts";
import { checkApproval } from "./api-approval.ts";
import { checkMarksAnnotation } from "./check-marks-annotation.ts";
import { checkNames } from "./check-names.ts";
import { type CheckOptions, checkSpec } from "./check-spec.ts";
import { checkStoredVersions } from "./check-stored-versions.ts";

const STATUS = fieldPath("status");

/** Validation errors of a CRD, its metadata aside. `old` is the stored CRD, on update. */
export function checkDefinition(definition: Definition, options: CheckOptions, old?: Definition): FieldError[] {
  return [
    ...(old === undefined ? checkName(definition) : []),
    ...checkSpec(definition, options, old),
    ...checkFieldMap(definition, options.schemas),
    ...checkMarksAnnotation(definition, old),
    ...checkStatus(definition),
    ...checkStoredVersions(definition, STATUS.child("storedVersions")),
    ...(options.crdVersion === "v1beta1"
      ? []
      : [...checkApproval(definition, old), ...checkPreserving(definition, old)]),
  ];
}

/** Validates a write to the status subresource; Kubernetes does not check status.storedVersions there. */
export function checkStatus({ status }: Definition): FieldError[] {
  return checkNames(status.acceptedNames, STATUS.child("acceptedNames"));
}

/**
 * Kubernetes: generateName must equal <plural>.<group> as well, though no generated name could
 * (apiextensions/validation/validation.go ValidateCustomResourceDefinition, v1.36).
 */
function checkName({ metadata, spec }: Definition): FieldError[] {
  const { name = "", generateName = "" } = metadata;
  return Object.entries({ generateName, name })
    .filter(([, given]) => given !== "" && given !== `${spec.names.plural}.${spec.group}`)
    .map(([field, given]) => invalid(`metadata.${field}`, given, 'must be spec.names.plural+"."+spec.group'));
}

function checkPreserving({ spec }: Definition, old: Definition | undefined): FieldError[] {
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return spec.preserveUnknownFields === true && old?.spec.preserveUnknownFields !== true
    ? [invalid("spec.preserveUnknownFields", true, detail)]
    : [];
}
