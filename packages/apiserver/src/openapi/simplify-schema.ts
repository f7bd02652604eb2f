import type { JsonSchema } from "@kiln/schema";

/** A node without keywords that OpenAPI v2 lacks, and without those that break kubectl. */
export function simplifySchema(schema: JsonSchema): JsonSchema {
  const { allOf, anyOf, oneOf, not, nullable, default: _, items, properties, type, ...rest } = schema;
  const isLoose = nullable === true || schema.preserveUnknownFields === true;
  return withRequired(
    {
      ...rest,
      ...(type === undefined || losesType(schema) ? {} : { type }),
      ...(isLoose || items === undefined ? {} : { items }),
      ...(isLoose || properties === undefined ? {} : { properties }),
    },
    schema,
  );
}

/**
 * The type is removed if
 * - null is a value too,
 * - it is an object that may have unnamed fields,
 * - it is a list without a schema of its items.
 */
function losesType({ type, nullable, preserveUnknownFields, items }: JsonSchema): boolean {
  return (
    nullable === true ||
    (type === "object" && preserveUnknownFields === true) ||
    (type === "array" && (preserveUnknownFields === true || items === undefined))
  );
}

/** A nullable field is not required, because the simplified schema cannot express nullable. */
function withRequired(node: JsonSchema, { additionalProperties }: JsonSchema): JsonSchema {
  const { required, ...rest } = node;
  if (required === undefined) {
    return node;
  }
  const isMapOfNullables = typeof additionalProperties === "object" && additionalProperties.nullable === true;
  const left = isMapOfNullables ? [] : required.filter((name) => node.properties?.get(name)?.nullable !== true);
  return left.length === 0 ? rest : { ...rest, required: left };
}
