import { appendAll, type FieldError, invalid, type JsonObject } from "@kiln/api";
import { accessorFault, followFieldPath, type Resource } from "@kiln/kinds";

const MAX_REPLICAS = 2 ** 31 - 1;
const NONE: readonly FieldError[] = [];

/**
 * Validates the fields of a custom resource that its scale subresource uses; a write of status only those in status.
 * Built-in kinds have rules of their own.
 */
export function checkScale(resource: Resource, object: JsonObject, subresource = ""): readonly FieldError[] {
  const { scale } = resource.subresources;
  if (scale === undefined || !resource.dialect.writing.checksScalePaths) {
    return NONE;
  }
  const errors = subresource === "status" ? [] : checkReplicas(object, scale.specReplicasPath);
  appendAll(errors, checkReplicas(object, scale.statusReplicasPath));
  if (scale.labelSelectorPath !== undefined) {
    appendAll(errors, checkSelector(object, scale.labelSelectorPath));
  }
  return errors;
}

function checkReplicas(object: JsonObject, path: string): FieldError[] {
  const { value, fault } = followFieldPath(object, path);
  if (fault !== undefined) {
    return [invalid(path, 0, fault)];
  }
  if (value === undefined) {
    return [];
  }
  if (!Number.isInteger(value) && typeof value !== "bigint") {
    return [invalid(path, 0, accessorFault(path, value, "int64"))];
  }
  const replicas = Number(value);
  if (replicas < 0) {
    return [invalid(path, value, "should be a non-negative integer")];
  }
  return replicas > MAX_REPLICAS ? [invalid(path, value, `should be less than or equal to ${MAX_REPLICAS}`)] : [];
}

function checkSelector(object: JsonObject, path: string): FieldError[] {
  const { value, fault } = followFieldPath(object, path);
  const why =
    fault ?? (value === undefined || typeof value === "string" ? undefined : accessorFault(path, value, "string"));
  return why === undefined ? [] : [invalid(path, "", why)];
}
