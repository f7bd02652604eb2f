import {
  appendAll,
  compareGoStrings,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  printFieldError,
  required,
  rootPath,
} from "@kiln/api";
import { checkCompleteness } from "./check-completeness.ts";
import { checkValueValidation } from "./check-value-validation.ts";
import { hasProperties, itemsOf, type JsonSchema } from "./json-schema.ts";
import { keywords } from "./keywords/index.ts";
import { structureBelow } from "./subschemas.ts";

/**
 * Errors that keep a schema from being structural, in Kubernetes' order. The same list makes the errors of a request
 * and the message of the NonStructuralSchema condition. Only for schemas without a {@link conversionFault}.
 */
export function checkStructural(schema: JsonSchema, path: FieldPath = rootPath): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(schema, { path, level: "root", errors });
  appendAll(errors, checkCompleteness(schema, path));
  return errors
    .map((error) => ({ error, text: printFieldError(error) }))
    .sort((a, b) => compareGoStrings(a.text, b.text))
    .map(({ error }) => error);
}

type Level = "root" | "items" | "field";

interface Place {
  readonly path: FieldPath;
  readonly level: Level;
  /** Errors found so far; the walk appends to it. */
  readonly errors: FieldError[];
}

function checkNode(schema: JsonSchema, place: Place): void {
  const { path, level, errors } = place;
  checkParts(schema, place);
  if (schema.intOrString) {
    checkExtensions(schema, place);
  }
  appendAll(errors, checkValueValidation(schema, path));
  checkType(schema, place);
  if (level === "root" || schema.embeddedResource) {
    checkResourceFields(schema, place);
  }
}

function checkParts(schema: JsonSchema, { path, level, errors }: Place): void {
  for (const below of structureBelow(schema, path)) {
    checkNode(below.schema, { path: below.path, level: below.keyword === "items" ? "items" : "field", errors });
  }
  if (schema.type === "array" && itemsOf(schema) === undefined) {
    errors.push(required(path.child("items"), "must be specified"));
  }
  if (level === "root" && schema.additionalProperties !== undefined) {
    errors.push(forbidden(path.child("additionalProperties"), "must not be used at the root"));
  }
}

function checkExtensions(schema: JsonSchema, { path, errors }: Place): void {
  const detail = "must be false if x-kubernetes-int-or-string is true";
  if (schema.preserveUnknownFields) {
    errors.push(invalid(path.child("x-kubernetes-preserve-unknown-fields"), true, detail));
  }
  if (schema.embeddedResource) {
    errors.push(invalid(path.child("x-kubernetes-embedded-resource"), true, detail));
  }
}

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  items: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function checkType(schema: JsonSchema, { path, level, errors }: Place): void {
  const type = schema.type ?? "";
  if (schema.embeddedResource && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === "" ? required(path.child("type"), detail) : invalid(path.child("type"), type, detail));
  } else if (type === "" && !schema.intOrString && !schema.preserveUnknownFields) {
    errors.push(required(path.child("type"), EMPTY_TYPE[level]));
  }
  if (level === "root" && type !== "" && type !== "object") {
    errors.push(invalid(path.child("type"), type, "must be object at the root"));
  }
}

/**
 * Checks apiVersion, kind and metadata: they have fixed types at the root and in embedded resources, and metadata at
 * the root may restrict only name and generateName.
 */
function checkResourceFields(schema: JsonSchema, { path, level, errors }: Place): void {
  if (schema.embeddedResource && schema.additionalProperties !== undefined) {
    errors.push(
      forbidden(path.child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set"),
    );
  }
  for (const [name, type] of RESOURCE_FIELD_TYPES) {
    const field = schema.properties?.get(name);
    if (field !== undefined && field.type !== type) {
      const at = path.child("properties").key(name).child("type");
      errors.push(invalid(at, field.type ?? "", `must be ${type}`));
    }
  }
  const metadata = schema.properties?.get("metadata");
  if (level === "root" && metadata !== undefined && !isNameOnly(metadata)) {
    const detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(forbidden(path.child("properties").key("metadata"), detail));
  }
  if (schema.embeddedResource && !schema.preserveUnknownFields && !hasProperties(schema)) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    errors.push(required(path.child("properties"), detail));
  }
}

const RESOURCE_FIELD_TYPES: readonly (readonly [name: string, type: string])[] = [
  ["kind", "string"],
  ["apiVersion", "string"],
  ["metadata", "object"],
];

/**
 * Keywords that the schema of metadata at the root may use; marks and unions among them are rejected by their own
 * placement check.
 */
const METADATA_KEYS: ReadonlySet<string> = new Set([
  "properties",
  "type",
  "default",
  ...keywords.filter(({ schemas }) => schemas?.root !== undefined).map(({ name }) => name),
]);

function isNameOnly(metadata: JsonSchema): boolean {
  const names = [...(metadata.properties?.keys() ?? [])];
  return (
    names.every((name) => name === "name" || name === "generateName") &&
    Object.keys(metadata).every((key) => METADATA_KEYS.has(key))
  );
}
