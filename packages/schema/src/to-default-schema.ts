import { itemsOf, type JsonSchema } from "./json-schema.ts";

/**
 * Schema that validates a default. Kubernetes: converts the structural schema instead of the JSON schema, which loses
 * int-or-string and keeps unknown formats; of allOf, anyOf, oneOf and not it keeps properties and items only
 * (schema/kubeopenapi.go ToKubeOpenAPI, v1.36).
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
