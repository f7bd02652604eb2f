import { deepEqual, getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { RE2JS } from "re2js";
import { effectiveFormat, stringFormats } from "../formats/index.ts";
import { itemsOf, type JsonSchema } from "../json-schema.ts";

/**
 * Validity of a value, computed from the schema for each value: slow and simple, to compare the compiled form with.
 * Ignores messages, list types, embedded resources and updates.
 */
export function isValidByReference(schema: JsonSchema, value: JsonValue): boolean {
  if (value === null) {
    return isTypeValid(schema, value) && (schema.enum ?? []).length === 0;
  }
  return (
    isTypeValid(schema, value) &&
    areBranchesValid(schema, value) &&
    isEnumValid(schema, value) &&
    (typeof value !== "string" || isStringValid(schema, value)) &&
    ((typeof value !== "number" && typeof value !== "bigint") || isNumberValid(schema, value)) &&
    (!Array.isArray(value) || isListValid(schema, value)) &&
    (!isJsonObject(value) || isObjectValid(schema, value))
  );
}

function isInt64(value: JsonValue): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

function isTypeValid(schema: JsonSchema, value: JsonValue): boolean {
  const types = schema.intOrString === true ? ["integer", "string"] : (schema.type ?? "") === "" ? [] : [schema.type];
  if (value === null) {
    return types.length === 0 || schema.nullable === true || types.includes("null");
  }
  const format = effectiveFormat(schema);
  const isNumeric = types.includes("integer") || types.includes("number");
  if (format !== "" && !isNumeric) {
    return typeof value === "string" || Array.isArray(value);
  }
  return types.length === 0 || types.some((type) => isOfType(type as string, value));
}

function isOfType(type: string, value: JsonValue): boolean {
  switch (type) {
    case "integer":
      return isInt64(value) || (typeof value === "number" && isNearlyInteger(value));
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    default:
      return typeof value === type;
  }
}

function isNearlyInteger(value: number): boolean {
  const whole = Math.trunc(value);
  return (
    Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
    (whole === value || (value > 1 && (value - whole) / (value + whole) < 1e-9))
  );
}

function areBranchesValid(schema: JsonSchema, value: JsonValue): boolean {
  const holds = (branch: JsonSchema): boolean => isValidByReference(branch, value);
  return (
    (schema.allOf ?? []).every(holds) &&
    ((schema.anyOf ?? []).length === 0 || (schema.anyOf ?? []).some(holds)) &&
    ((schema.oneOf ?? []).length === 0 || (schema.oneOf ?? []).filter(holds).length === 1) &&
    (schema.not === undefined || !holds(schema.not))
  );
}

function isEnumValid(schema: JsonSchema, value: JsonValue): boolean {
  const listed = schema.enum ?? [];
  const cut = typeof value === "number" ? Math.trunc(value) : value;
  return listed.length === 0 || listed.some((entry) => deepEqual(entry, value) || deepEqual(entry, cut));
}

function isStringValid(schema: JsonSchema, value: string): boolean {
  const length = [...value].length;
  const format = stringFormats.get(effectiveFormat(schema).replaceAll("-", ""));
  return (
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? length) &&
    (format === undefined || format(value)) &&
    matches(schema.pattern ?? "", value)
  );
}

function matches(pattern: string, value: string): boolean {
  try {
    return RE2JS.compile(pattern).test(value);
  } catch {
    return false;
  }
}

function isNumberValid(schema: JsonSchema, value: number | bigint): boolean {
  const limits = [schema.minimum, schema.maximum, schema.multipleOf].filter((limit) => limit !== undefined);
  if (![value, ...limits].every((number) => isInRange(schema, number))) {
    return false;
  }
  const cut = (limit: number): number => (isInt64(value) ? Math.trunc(limit) : limit);
  const { minimum, maximum, multipleOf } = schema;
  return (
    (minimum === undefined || (schema.exclusiveMinimum === true ? value > cut(minimum) : value >= cut(minimum))) &&
    (maximum === undefined || (schema.exclusiveMaximum === true ? value < cut(maximum) : value <= cut(maximum))) &&
    (multipleOf === undefined || (cut(multipleOf) > 0 && isMultiple(value, cut(multipleOf))))
  );
}

function isInRange(schema: JsonSchema, value: number | bigint): boolean {
  const format = effectiveFormat(schema);
  if (schema.intOrString !== true && schema.type === "integer") {
    const bound = format === "int32" ? 2 ** 31 : 2 ** 63;
    return value >= -bound && value < bound && (typeof value === "bigint" || Number.isInteger(value));
  }
  return format !== "float" || Number.isFinite(Math.fround(Number(value)));
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (isInt64(value)) {
    return BigInt(value) % BigInt(factor) === 0n;
  }
  return isNearlyInteger(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
}

function isListValid(schema: JsonSchema, list: JsonArray): boolean {
  const items = itemsOf(schema);
  const isUnique = list.every((item, i) => list.slice(0, i).every((other) => !deepEqual(item, other)));
  return (
    list.length >= (schema.minItems ?? 0) &&
    list.length <= (schema.maxItems ?? list.length) &&
    (schema.uniqueItems !== true || isUnique) &&
    (items === undefined || list.every((item) => isValidByReference(items, item)))
  );
}

function isObjectValid(schema: JsonSchema, object: JsonObject): boolean {
  const names = Object.keys(object);
  const { additionalProperties: others } = schema;
  return (
    names.length >= (schema.minProperties ?? 0) &&
    names.length <= (schema.maxProperties ?? names.length) &&
    (schema.required ?? []).every((name) => names.includes(name)) &&
    names.every((name) => {
      const field = schema.properties?.get(name) ?? (typeof others === "object" ? others : undefined);
      const isKnown = schema.properties?.has(name) === true || others !== false;
      return isKnown && (field === undefined || isValidByReference(field, getOwn(object, name) as JsonValue));
    })
  );
}
