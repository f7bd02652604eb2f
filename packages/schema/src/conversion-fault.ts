import type { JsonSchema } from "./json-schema.ts";
import { contentsOf } from "./subschemas.ts";

/**
 * Error for the first keyword that cannot be converted to a structural schema, with Kubernetes' message. Undefined if
 * there is none.
 */
export function conversionFault(schema: JsonSchema): string | undefined {
  const { keywords, hasItemsList } = contentsOf(schema);
  return hasItemsList || SUSPECTS.some((keyword) => keywords.has(keyword)) ? firstFault(schema) : undefined;
}

/** Keywords that may prevent the conversion; a schema without any of them, and without a list of items, converts. */
const SUSPECTS: readonly (keyof JsonSchema)[] = [
  "id",
  "schema",
  "ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
  "preserveUnknownFields",
];

function firstFault(schema: JsonSchema): string | undefined {
  const own = unsupportedKeyword(schema);
  if (own !== undefined) {
    return own;
  }
  for (const below of supportedBelow(schema)) {
    const fault = firstFault(below);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function unsupportedKeyword(schema: JsonSchema): string | undefined {
  const unsupported = unsupportedKeywords.find(([, isUsed]) => isUsed(schema));
  if (unsupported !== undefined) {
    return `OpenAPIV3Schema '${unsupported[0]}' is not supported`;
  }
  if (schema.preserveUnknownFields === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  return Array.isArray(schema.items) && schema.items.length > 0
    ? "OpenAPIV3Schema 'items' must be a schema, but is an array"
    : undefined;
}

const unsupportedKeywords: readonly (readonly [name: string, isUsed: (schema: JsonSchema) => boolean])[] = [
  ["id", (schema) => Boolean(schema.id)],
  ["schema", (schema) => Boolean(schema.schema)],
  ["$ref", (schema) => Boolean(schema.ref)],
  ["patternProperties", (schema) => (schema.patternProperties?.size ?? 0) > 0],
  ["dependencies", (schema) => (schema.dependencies?.size ?? 0) > 0],
  ["additionalItems", (schema) => schema.additionalItems !== undefined],
  ["definitions", (schema) => (schema.definitions?.size ?? 0) > 0],
];

function supportedBelow(schema: JsonSchema): JsonSchema[] {
  const candidates = [
    schema.not,
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    Array.isArray(schema.items) ? undefined : (schema.items as JsonSchema | undefined),
    ...(schema.properties?.values() ?? []),
    schema.additionalProperties,
  ];
  return candidates.filter((value) => typeof value === "object");
}
