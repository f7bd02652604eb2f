import type { JsonSchema } from "./json-schema.ts";

/**
 * How a key of a schema is written in JSON. Kubernetes leaves out what is empty: `text`, `flag`, lists and maps vanish
 * when empty or false. The kinds ending in `AsGiven` keep the empty value, because there it means something.
 */
export type SchemaFieldKind =
  | "text"
  | "textAsGiven"
  | "flag"
  | "flagAsGiven"
  | "number"
  | "integer"
  | "json"
  | "jsonAsGiven"
  | "jsonList"
  | "textList"
  | "schema"
  | "schemaList"
  | "schemaMap"
  | "schemaOrFlag"
  | "schemaOrList"
  | "schemaOrTextListMap"
  | "externalDocs"
  | "rules";

export interface SchemaField {
  /** The key in JSON. */
  readonly wire: string;
  readonly name: keyof JsonSchema;
  readonly kind: SchemaFieldKind;
  /** The name of its Go type where it has one of its own. */
  readonly goType?: string;
}

/** Every key of a schema that is known, in the order in which Kubernetes writes them. */
export const schemaFields: readonly SchemaField[] = [
  { wire: "id", name: "id", kind: "text" },
  { wire: "$schema", name: "schema", kind: "text", goType: "JSONSchemaURL" },
  { wire: "$ref", name: "ref", kind: "textAsGiven" },
  { wire: "description", name: "description", kind: "text" },
  { wire: "type", name: "type", kind: "text" },
  { wire: "format", name: "format", kind: "text" },
  { wire: "title", name: "title", kind: "text" },
  { wire: "default", name: "default", kind: "json" },
  { wire: "maximum", name: "maximum", kind: "number" },
  { wire: "exclusiveMaximum", name: "exclusiveMaximum", kind: "flag" },
  { wire: "minimum", name: "minimum", kind: "number" },
  { wire: "exclusiveMinimum", name: "exclusiveMinimum", kind: "flag" },
  { wire: "maxLength", name: "maxLength", kind: "integer" },
  { wire: "minLength", name: "minLength", kind: "integer" },
  { wire: "pattern", name: "pattern", kind: "text" },
  { wire: "maxItems", name: "maxItems", kind: "integer" },
  { wire: "minItems", name: "minItems", kind: "integer" },
  { wire: "uniqueItems", name: "uniqueItems", kind: "flag" },
  { wire: "multipleOf", name: "multipleOf", kind: "number" },
  { wire: "enum", name: "enum", kind: "jsonList" },
  { wire: "maxProperties", name: "maxProperties", kind: "integer" },
  { wire: "minProperties", name: "minProperties", kind: "integer" },
  { wire: "required", name: "required", kind: "textList" },
  { wire: "items", name: "items", kind: "schemaOrList" },
  { wire: "allOf", name: "allOf", kind: "schemaList" },
  { wire: "oneOf", name: "oneOf", kind: "schemaList" },
  { wire: "anyOf", name: "anyOf", kind: "schemaList" },
  { wire: "not", name: "not", kind: "schema" },
  { wire: "properties", name: "properties", kind: "schemaMap" },
  { wire: "additionalProperties", name: "additionalProperties", kind: "schemaOrFlag" },
  { wire: "patternProperties", name: "patternProperties", kind: "schemaMap" },
  { wire: "dependencies", name: "dependencies", kind: "schemaOrTextListMap", goType: "JSONSchemaDependencies" },
  { wire: "additionalItems", name: "additionalItems", kind: "schemaOrFlag" },
  { wire: "definitions", name: "definitions", kind: "schemaMap", goType: "JSONSchemaDefinitions" },
  { wire: "externalDocs", name: "externalDocs", kind: "externalDocs" },
  { wire: "example", name: "example", kind: "json" },
  { wire: "nullable", name: "nullable", kind: "flag" },
  { wire: "x-kubernetes-preserve-unknown-fields", name: "preserveUnknownFields", kind: "flagAsGiven" },
  { wire: "x-kubernetes-embedded-resource", name: "embeddedResource", kind: "flag" },
  { wire: "x-kubernetes-int-or-string", name: "intOrString", kind: "flag" },
  { wire: "x-kubernetes-list-map-keys", name: "listMapKeys", kind: "textList" },
  { wire: "x-kubernetes-list-type", name: "listType", kind: "textAsGiven" },
  { wire: "x-kubernetes-map-type", name: "mapType", kind: "textAsGiven" },
  { wire: "x-kubernetes-validations", name: "validations", kind: "rules" },
  { wire: "x-kubernetes-mutability", name: "mutability", kind: "jsonAsGiven" },
  { wire: "x-kubernetes-key-mutability", name: "keyMutability", kind: "jsonAsGiven" },
  { wire: "x-kubernetes-unions", name: "unions", kind: "json" },
];
