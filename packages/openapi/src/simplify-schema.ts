import type { JsonSchema } from "@kiln/schema";

/** Copy of a schema node without keywords that OpenAPI v2 lacks or kubectl cannot process. */
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
 * Whether the type must be removed: the value may be null, or is an object with unnamed fields, or a list without an
 * item schema.
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
