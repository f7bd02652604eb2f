import { isJsonObject, type JsonObject, type JsonValue, printGoMismatch } from "@kiln/api";
import type { CompiledPrune, CompiledSchema, JsonSchema, TypeMismatch } from "@kiln/schema";
import { lazySchema } from "../resource/lazy-schema.ts";

/**
 * The schema with a pruning for built-in kinds, which Kubernetes decodes into Go types: findings come in document order,
 * a mistyped value is reported in Go's words, nulls become zero values, and empty lists and maps are left out.
 */
export function decodeBuiltIn(kind: string, schema: JsonSchema, compiled: CompiledSchema): CompiledSchema {
  const prune: CompiledPrune = (object, options = {}) => {
    if (options.isStored === true) {
      return compiled.prune(object, options);
    }
    const { old: _, ...rest } = options;
    const report = compiled.prune(object, { ...rest, inDocumentOrder: true });
    if (report.mismatches.length > 0) {
      return { ...report, mismatches: report.mismatches.map((mismatch) => inGoWords(kind, mismatch)) };
    }
    const detail = settle(object, schema);
    return detail === undefined ? report : { ...report, mismatches: [{ path: "", expected: "", found: "", detail }] };
  };
  // Kubernetes: decoded objects are validated by the kind's own rules, not by a schema (registry/rest/create.go
  // BeforeCreate, v1.36).
  const nothing = () => [];
  return lazySchema(() => ({
    prune,
    setDefaults: compiled.setDefaults,
    mutability: compiled.mutability,
    unions: compiled.unions,
    isSettled: () => false,
    validate: nothing,
    validateUpdate: nothing,
    validateStatusUpdate: nothing,
    roundtrip: compiled.roundtrip,
  }));
}

const GO_TYPES: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["boolean", "bool"],
  ["integer", "int64"],
  ["number", "float64"],
  ["object", "map[string]string"],
  ["array", "[]string"],
]);

/** Go names the field it was in and not the entry of a map or list. */
function inGoWords(kind: string, mismatch: TypeMismatch): TypeMismatch {
  const { path, expected, found, detail } = mismatch;
  if (detail !== undefined) {
    return {
      ...mismatch,
      detail: detail
        .replace("Go struct field ObjectMeta.", "Go struct field ObjectMeta.metadata.")
        .replace("Go value of type v1.ObjectMeta", `Go struct field ${kind}.metadata of type v1.ObjectMeta`),
    };
  }
  const word = found === "boolean" ? "bool" : found === "integer" ? "number" : found;
  const field = path.replace(/\[[^\]]*\]/g, "");
  const type = GO_TYPES.get(expected) ?? expected;
  return {
    ...mismatch,
    detail: printGoMismatch({ found: word, struct: kind, field, type }),
  };
}

/** Changes the value. Returns Go's complaint about bytes that are not in base64. */
function settle(value: JsonValue, schema: JsonSchema): string | undefined {
  if (Array.isArray(value)) {
    return settleItems(value, schema);
  }
  if (isJsonObject(value)) {
    return schema.properties === undefined || schema.properties.size === 0
      ? settleMap(value, schema)
      : settleStruct(value, schema);
  }
  return typeof value === "string" && schema.format === "byte" ? checkBase64(value) : undefined;
}

function settleStruct(object: JsonObject, { properties }: JsonSchema): string | undefined {
  let fault: string | undefined;
  for (const [name, property] of properties ?? []) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value === undefined) {
      continue;
    }
    if (value === null && property.nullable !== true) {
      delete object[name];
      continue;
    }
    fault ??= settle(value, property);
    if (isOmitted(value, property)) {
      delete object[name];
    }
  }
  return fault;
}

function isOmitted(value: JsonValue, schema: JsonSchema): boolean {
  if (Array.isArray(value)) {
    return value.length === 0 && schema.type === "array";
  }
  return isJsonObject(value) && typeof schema.additionalProperties === "object" && Object.keys(value).length === 0;
}

function settleMap(object: JsonObject, { additionalProperties: values }: JsonSchema): string | undefined {
  if (typeof values !== "object") {
    return undefined;
  }
  let fault: string | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    if (value === null) {
      object[key] = zeroOf(values);
    } else {
      fault ??= settle(value, values);
    }
  }
  return fault;
}

function settleItems(array: JsonValue[], { items }: JsonSchema): string | undefined {
  if (typeof items !== "object" || Array.isArray(items)) {
    return undefined;
  }
  let fault: string | undefined;
  for (let i = 0; i < array.length; i++) {
    const item = array[i] as JsonValue;
    if (item === null) {
      array[i] = zeroOf(items as JsonSchema);
    } else {
      fault ??= settle(item, items as JsonSchema);
    }
  }
  return fault;
}

/** What Go has for nothing. */
function zeroOf(schema: JsonSchema): JsonValue {
  switch (schema.type) {
    case "string":
      return "";
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "object":
      return schema.properties === undefined ? null : {};
    default:
      return null;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function checkBase64(text: string): string | undefined {
  const stripped = text.replace(/[\r\n]/g, "");
  if (BASE64.test(stripped)) {
    return undefined;
  }
  const bad = stripped.search(/[^A-Za-z0-9+/]/);
  return `illegal base64 data at input byte ${bad < 0 ? stripped.length - (stripped.length % 4) : bad}`;
}
