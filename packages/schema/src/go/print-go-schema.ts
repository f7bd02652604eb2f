import { compareGoStrings, type JsonValue, printGoJson } from "@kiln/api";
import type { JsonSchema, ValidationRule } from "../json-schema.ts";
import type { Keyword, KeywordEncoding } from "../keyword.ts";
import { keywords } from "../keywords/index.ts";
import { nullable } from "../keywords/nullable.ts";

/**
 * Prints a schema as Kubernetes prints its Go value in messages: every field by its Go name, in the order of
 * declaration.
 */
export function printGoSchema(schema: JsonSchema): string {
  return printStruct(goKeywords.map(({ goField, name, encoding }) => [goField, printers[encoding](schema[name])]));
}

type GoKeyword = Keyword & Required<Pick<Keyword, "goField">>;

/**
 * Kubernetes' keywords in the order in which its internal Go type declares them.
 * Kubernetes: nullable comes after type there, and almost last in JSON (apis/apiextensions/types_jsonschema.go
 * JSONSchemaProps, v1.36).
 */
export const goKeywords: readonly GoKeyword[] = keywords
  .filter((keyword): keyword is GoKeyword => keyword.goField !== undefined && keyword.name !== "nullable")
  .flatMap((keyword) => (keyword.name === "type" ? [keyword, { ...nullable, goField: "Nullable" }] : [keyword]));

const printers: Readonly<Record<KeywordEncoding, (value: unknown) => string>> = {
  text: (value) => text(value as string | undefined),
  textAsGiven: (value) => given(value as JsonValue | undefined),
  flag: (value) => String(value === true),
  flagAsGiven: (value) => given(value as JsonValue | undefined),
  number: (value) => given(value as JsonValue | undefined),
  integer: (value) => given(value as JsonValue | undefined),
  json: (value) => given(value as JsonValue | undefined),
  jsonAsGiven: (value) => given(value as JsonValue | undefined),
  jsonList: (value) => list(value as readonly JsonValue[] | undefined, printGoJson),
  textList: (value) => list(value as readonly string[] | undefined, printGoJson),
  schema: (value) => (value === undefined ? "null" : printGoSchema(value as JsonSchema)),
  schemaList: (value) => list(value as readonly JsonSchema[] | undefined, printGoSchema),
  schemaMap: (value) => map(value as JsonSchema["properties"], printGoSchema),
  schemaOrFlag: (value) => schemaOrFlag(value as JsonSchema["additionalProperties"]),
  schemaOrList: (value) => (value === undefined ? "null" : printGoItems(value as NonNullable<JsonSchema["items"]>)),
  schemaOrTextListMap: (value) => map(value as JsonSchema["dependencies"], printDependency),
  externalDocs: (value) => printDocs(value as JsonSchema["externalDocs"]),
  rules: (value) => list(value as readonly ValidationRule[] | undefined, printGoRule),
};

/** Prints `items`, which are a type of their own in Go. */
export function printGoItems(items: NonNullable<JsonSchema["items"]>): string {
  return isList(items)
    ? printStruct(Object.entries({ Schema: "null", JSONSchemas: `[${items.map(printGoSchema).join(",")}]` }))
    : printStruct(Object.entries({ Schema: printGoSchema(items), JSONSchemas: "null" }));
}

/** Prints a validation rule inside a Go struct. */
export function printGoRule(rule: ValidationRule): string {
  return printStruct(
    Object.entries({
      Rule: text(rule.rule),
      Message: text(rule.message),
      MessageExpression: text(rule.messageExpression),
      Reason: given(rule.reason),
      FieldPath: text(rule.fieldPath),
      OptionalOldSelf: given(rule.optionalOldSelf),
    }),
  );
}

function printDependency(dependency: JsonSchema | readonly string[]): string {
  return isList(dependency)
    ? printStruct(Object.entries({ Schema: "null", Property: `[${dependency.map(printGoJson).join(",")}]` }))
    : printStruct(Object.entries({ Schema: printGoSchema(dependency), Property: "null" }));
}

function schemaOrFlag(value: JsonSchema | boolean | undefined): string {
  if (value === undefined) {
    return "null";
  }
  return typeof value === "boolean"
    ? printStruct(Object.entries({ Allows: String(value), Schema: "null" }))
    : printStruct(Object.entries({ Allows: "true", Schema: printGoSchema(value) }));
}

function printDocs(docs: JsonSchema["externalDocs"]): string {
  return docs === undefined
    ? "null"
    : printStruct(Object.entries({ Description: text(docs.description), URL: text(docs.url) }));
}

function text(value: string | undefined): string {
  return printGoJson(value ?? "");
}

/** Prints a value whose Go field is a pointer: null if absent. */
function given(value: JsonValue | undefined): string {
  return printGoJson(value ?? null);
}

function list<T>(items: readonly T[] | undefined, print: (item: T) => string): string {
  return items === undefined ? "null" : `[${items.map(print).join(",")}]`;
}

function map<T>(entries: ReadonlyMap<string, T> | undefined, print: (entry: T) => string): string {
  if (entries === undefined) {
    return "null";
  }
  const printed = [...entries]
    .sort(([a], [b]) => compareGoStrings(a, b))
    .map(([key, entry]) => {
      return `${printGoJson(key)}:${print(entry)}`;
    });
  return `{${printed.join(",")}}`;
}

function printStruct(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(",")}}`;
}

function isList<T>(value: JsonSchema | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
