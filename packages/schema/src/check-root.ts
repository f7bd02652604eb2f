import { type FieldError, type FieldPath, forbidden, invalid } from "@kiln/api";
import { goKeywords, printGoSchema } from "./go/print-go-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

export function checkNullableRoot(schema: JsonSchema, path: FieldPath): FieldError[] {
  return schema.nullable ? [forbidden(path.child("nullable"), "nullable cannot be true at the root")] : [];
}

/**
 * Checks the root of a schema whose resource has a status subresource: that endpoint validates by `properties.status`
 * alone, so keywords at the root would have no effect there. Kubernetes: stops at the first error, and prints the
 * allowed keywords by their Go names (apiextensions/validation/validation.go
 * validateCustomResourceDefinitionValidation, v1.36).
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

/** Keywords that may not be at the root, in the order of Kubernetes' Go fields. */
const BANNED: readonly (keyof JsonSchema)[] = goKeywords
  .filter(({ mayBeAtStatusRoot }) => !mayBeAtStatusRoot)
  .map(({ name }) => name);

const FIELDS_BEFORE_TYPE = goKeywords.slice(
  0,
  goKeywords.findIndex(({ name }) => name === "type"),
);

const BANNED_BEFORE_TYPE = FIELDS_BEFORE_TYPE.filter(({ mayBeAtStatusRoot }) => !mayBeAtStatusRoot).length;

const ALLOWED = goKeywords
  .filter(({ mayBeAtStatusRoot }) => mayBeAtStatusRoot)
  .map(({ goField }) => goField)
  .join(" ");
