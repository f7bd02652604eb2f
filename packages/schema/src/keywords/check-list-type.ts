import { appendAll, type FieldError, type FieldPath, forbidden, invalid, notSupported, required } from "@kiln/api";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import type { NodeCheckOptions } from "../keyword.ts";

const LIST_TYPES: readonly string[] = ["atomic", "set", "map"];

/**
 * Checks `x-kubernetes-list-type` and `x-kubernetes-list-map-keys` of one schema, and their requirements on its items.
 */
export function checkListType(
  schema: JsonSchema,
  path: FieldPath,
  options: Pick<NodeCheckOptions, "requireAtomicSets" | "requireListKeys" | "printGoItems">,
): FieldError[] {
  return [
    ...checkArrayType(schema, path),
    ...(options.requireAtomicSets ? checkSetItems(schema, path) : []),
    ...checkListTypeName(schema, path),
    ...(schema.listType === "map" ? checkMapItems(schema, path, options) : []),
    ...(options.requireListKeys ? checkListKeys(schema, path) : []),
  ];
}

function checkArrayType({ listType, type = "" }: JsonSchema, path: FieldPath): FieldError[] {
  if (listType === undefined || type === "array") {
    return [];
  }
  const detail = "must be array if x-kubernetes-list-type is specified";
  return [type === "" ? required(path.child("type"), detail) : invalid(path.child("type"), type, detail)];
}

/** Members of a set are compared as a whole, so they must be atomic: field managers own them as a whole. */
export function checkSetItems(schema: JsonSchema, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  if (schema.listType !== "set" || schema.type !== "array" || items === undefined) {
    return [];
  }
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  // Kubernetes: the error prints the list type in both cases (apiextensions/validation/validation.go
  // ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
  const shown = items.listType ?? null;
  if (items.type === "array" && (items.listType ?? "atomic") !== "atomic") {
    return [invalid(path.child("items", "x-kubernetes-list-type"), shown, detail)];
  }
  if (items.type === "object" && items.mapType !== "atomic") {
    return [invalid(path.child("items", "x-kubernetes-map-type"), shown, detail)];
  }
  return [];
}

function checkListTypeName({ listType, listMapKeys = [] }: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const at = path.child("x-kubernetes-list-type");
  if (listType !== undefined && !LIST_TYPES.includes(listType)) {
    errors.push(notSupported(at, listType, LIST_TYPES));
  }
  if (listMapKeys.length > 0 && listType !== "map") {
    const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
    errors.push(listType === undefined ? required(at, detail) : invalid(at, listType, detail));
  }
  return errors;
}

function checkMapItems(
  schema: JsonSchema,
  path: FieldPath,
  { printGoItems }: Pick<NodeCheckOptions, "printGoItems">,
): FieldError[] {
  const errors: FieldError[] = [];
  const items = itemsOf(schema);
  if ((schema.listMapKeys?.length ?? 0) === 0) {
    const detail = "must not be empty if x-kubernetes-list-type is map";
    errors.push(required(path.child("x-kubernetes-list-map-keys"), detail));
  }
  if (schema.items === undefined) {
    errors.push(required(path.child("items"), "must have a schema if x-kubernetes-list-type is map"));
  } else if (items === undefined) {
    const detail = "must only have a single schema if x-kubernetes-list-type is map";
    errors.push({ ...invalid(path.child("items"), null, detail), printed: printGoItems(schema.items) });
  } else if (items.type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalid(path.child("items", "type"), items.type ?? "", detail));
  } else {
    appendAll(errors, checkKeyNames(schema.listMapKeys ?? [], items, path));
  }
  return errors;
}

/**
 * Kubernetes: an error about the whole list is repeated for each key (apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
 */
function checkKeyNames(keys: readonly string[], items: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const at = path.child("x-kubernetes-list-map-keys");
  const known = new Set<string>();
  // One array for all errors: there may be as many errors as keys.
  const all = [...keys];
  for (const key of keys) {
    const property = items.properties?.get(key);
    if (property === undefined) {
      errors.push(invalid(at, all, "entries must all be names of item properties"));
    } else if (property.type === "array" || property.type === "object") {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      // Kubernetes: the error prints the type of the items, not that of the key (apiextensions/validation/validation.go
      // ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
      errors.push(invalid(path.child("items", "properties").key(key).child("type"), "object", detail));
    }
    if (known.has(key)) {
      errors.push(invalid(at, all, "must not contain duplicate entries"));
    }
    known.add(key);
  }
  return errors;
}

/** An item whose key may be missing or null has no identity. */
export function checkListKeys(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { listType } = schema;
  const items = itemsOf(schema);
  if (items === undefined || (listType !== "set" && listType !== "map")) {
    return [];
  }
  const errors: FieldError[] = [];
  if (items.nullable) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbidden(path.child("items", "nullable"), detail));
  }
  const isRequired = new Set(items.required);
  for (const key of listType === "map" ? (schema.listMapKeys ?? []) : []) {
    const property = items.properties?.get(key);
    const at = path.child("items", "properties").key(key);
    if (property !== undefined && property.default === undefined && !isRequired.has(key)) {
      const detail =
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
      errors.push(required(at.child("default"), detail));
    }
    if (property?.nullable) {
      const detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      errors.push(forbidden(at.child("nullable"), detail));
    }
  }
  return errors;
}
