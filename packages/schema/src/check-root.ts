import { type FieldError, type FieldPath, forbidden, invalid } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import { printGoSchema } from "./print-go-schema.ts";

export function checkNullableRoot(schema: JsonSchema, path: FieldPath): FieldError[] {
  return schema.nullable ? [forbidden(path.child("nullable"), "nullable cannot be true at the root")] : [];
}

/**
 * The root of a schema whose resource has a status subresource: that endpoint validates by `properties.status` alone,
 * so nothing may be said at the root that would be lost there.
 *
 * Kubernetes: stops at the first fault, and names the allowed keys as its Go fields are named.
 */
export function checkStatusRoot(schema: JsonSchema, path: FieldPath): FieldError[] {
  const banned = BANNED.find((key) => schema[key] !== undefined);
  const isTypeJudgedFirst = banned === undefined || BANNED.indexOf(banned) >= BANNED_BEFORE_TYPE;
  if (schema.type && schema.type !== "object" && isTypeJudgedFirst) {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(path.child("type"), schema.type, detail)];
  }
  if (banned === undefined) {
    return [];
  }
  const detail = `only [${ALLOWED}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [{ ...invalid(path, null, detail), printed: printGoSchema(schema) }];
}

/** In the order of Kubernetes' fields; the first three come before the type. */
const BANNED: readonly (keyof JsonSchema)[] = [
  "id",
  "schema",
  "ref",
  "nullable",
  "default",
  "enum",
  "maxProperties",
  "minProperties",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "additionalProperties",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
  "embeddedResource",
  "intOrString",
  "listMapKeys",
  "listType",
  "mapType",
];

const BANNED_BEFORE_TYPE = 3;

const ALLOWED =
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern " +
  "MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields " +
  "XValidations";
