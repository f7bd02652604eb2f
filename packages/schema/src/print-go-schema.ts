import { compareGoStrings, type JsonValue, printGoJson } from "@kiln/api";
import type { JsonSchema, ValidationRule } from "./json-schema.ts";

/**
 * A schema as Kubernetes shows its own form of it in messages: every field, under the name it has in Go, in the order
 * in which Go declares them.
 */
export function printGoSchema(schema: JsonSchema): string {
  return printStruct({
    ID: text(schema.id),
    Schema: text(schema.schema),
    Ref: given(schema.ref),
    Description: text(schema.description),
    Type: text(schema.type),
    Nullable: flag(schema.nullable),
    Format: text(schema.format),
    Title: text(schema.title),
    Default: given(schema.default),
    Maximum: given(schema.maximum),
    ExclusiveMaximum: flag(schema.exclusiveMaximum),
    Minimum: given(schema.minimum),
    ExclusiveMinimum: flag(schema.exclusiveMinimum),
    MaxLength: given(schema.maxLength),
    MinLength: given(schema.minLength),
    Pattern: text(schema.pattern),
    MaxItems: given(schema.maxItems),
    MinItems: given(schema.minItems),
    UniqueItems: flag(schema.uniqueItems),
    MultipleOf: given(schema.multipleOf),
    Enum: list(schema.enum, printGoJson),
    MaxProperties: given(schema.maxProperties),
    MinProperties: given(schema.minProperties),
    Required: list(schema.required, printGoJson),
    Items: schema.items === undefined ? "null" : printGoItems(schema.items),
    AllOf: list(schema.allOf, printGoSchema),
    OneOf: list(schema.oneOf, printGoSchema),
    AnyOf: list(schema.anyOf, printGoSchema),
    Not: schema.not === undefined ? "null" : printGoSchema(schema.not),
    Properties: map(schema.properties, printGoSchema),
    AdditionalProperties: schemaOrFlag(schema.additionalProperties),
    PatternProperties: map(schema.patternProperties, printGoSchema),
    Dependencies: map(schema.dependencies, printDependency),
    AdditionalItems: schemaOrFlag(schema.additionalItems),
    Definitions: map(schema.definitions, printGoSchema),
    ExternalDocs: printDocs(schema.externalDocs),
    Example: given(schema.example),
    XPreserveUnknownFields: given(schema.preserveUnknownFields),
    XEmbeddedResource: flag(schema.embeddedResource),
    XIntOrString: flag(schema.intOrString),
    XListMapKeys: list(schema.listMapKeys, printGoJson),
    XListType: given(schema.listType),
    XMapType: given(schema.mapType),
    XValidations: list(schema.validations, printGoRule),
  });
}

/** The `items` of a schema, which in Go are of a type of their own. */
export function printGoItems(items: NonNullable<JsonSchema["items"]>): string {
  return isList(items)
    ? printStruct({ Schema: "null", JSONSchemas: `[${items.map(printGoSchema).join(",")}]` })
    : printStruct({ Schema: printGoSchema(items), JSONSchemas: "null" });
}

/** A rule as a part of it. */
export function printGoRule(rule: ValidationRule): string {
  return printStruct({
    Rule: text(rule.rule),
    Message: text(rule.message),
    MessageExpression: text(rule.messageExpression),
    Reason: given(rule.reason),
    FieldPath: text(rule.fieldPath),
    OptionalOldSelf: given(rule.optionalOldSelf),
  });
}

function printDependency(dependency: JsonSchema | readonly string[]): string {
  return isList(dependency)
    ? printStruct({ Schema: "null", Property: `[${dependency.map(printGoJson).join(",")}]` })
    : printStruct({ Schema: printGoSchema(dependency), Property: "null" });
}

function schemaOrFlag(value: JsonSchema | boolean | undefined): string {
  if (value === undefined) {
    return "null";
  }
  return typeof value === "boolean"
    ? printStruct({ Allows: String(value), Schema: "null" })
    : printStruct({ Allows: "true", Schema: printGoSchema(value) });
}

function printDocs(docs: JsonSchema["externalDocs"]): string {
  return docs === undefined ? "null" : printStruct({ Description: text(docs.description), URL: text(docs.url) });
}

function text(value: string | undefined): string {
  return printGoJson(value ?? "");
}

function flag(value: boolean | undefined): string {
  return String(value === true);
}

/** A pointer in Go. */
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

function printStruct(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(",")}}`;
}

function isList<T>(value: JsonSchema | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
