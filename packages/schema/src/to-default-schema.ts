import { itemsOf, type JsonSchema } from "./json-schema.ts";

/**
 * The schema as it validates a default.
 *
 * Kubernetes: takes another way here than for objects, on which int-or-string is no type, and a format counts for every
 * type, whether it is known or not. Of the schemas in allOf, anyOf, oneOf and not it knows no more than properties and
 * items.
 */
export function toDefaultSchema(schema: JsonSchema): JsonSchema {
  const { intOrString: _, ...rest } = schema;
  return { ...changeBelow(rest), ...changeBranches(rest), isFormatKept: true };
}

type Change = (schema: JsonSchema) => JsonSchema;

function changeBelow(schema: JsonSchema): JsonSchema {
  const { additionalProperties } = schema;
  return {
    ...changeParts(schema, toDefaultSchema),
    ...(typeof additionalProperties === "object" && { additionalProperties: toDefaultSchema(additionalProperties) }),
  };
}

function changeParts(schema: JsonSchema, change: Change): JsonSchema {
  const items = itemsOf(schema);
  const { properties } = schema;
  return {
    ...schema,
    ...(properties && { properties: new Map([...properties].map(([name, property]) => [name, change(property)])) }),
    ...(items && { items: change(items) }),
  };
}

function changeBranches({ allOf, anyOf, oneOf, not }: JsonSchema): Partial<JsonSchema> {
  return {
    ...(allOf && { allOf: allOf.map(toDefaultBranch) }),
    ...(anyOf && { anyOf: anyOf.map(toDefaultBranch) }),
    ...(oneOf && { oneOf: oneOf.map(toDefaultBranch) }),
    ...(not && { not: toDefaultBranch(not) }),
  };
}

function toDefaultBranch(branch: JsonSchema): JsonSchema {
  const { intOrString: _, additionalProperties: __, ...rest } = branch;
  return { ...changeParts(rest, toDefaultBranch), ...changeBranches(rest), isFormatKept: true };
}
