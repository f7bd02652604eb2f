import type { JsonObject } from "@kiln/api";

/** The marker of a field whose type in TypeScript has null in it. Never written in sources. */
export const OR_NULL = "kiln:or-null";

/**
 * The schema of the same values, and null. Kubernetes: an enum must list null as well (validation/validate/values.go
 * Enum, v1.36).
 */
export function allowNull(schema: JsonObject): JsonObject {
  const values = schema.enum;
  const isListed = Array.isArray(values) && !values.includes(null);
  return { ...schema, ...(isListed ? { enum: [...values, null] } : {}), nullable: true };
}
