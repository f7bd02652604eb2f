import type { JsonObject } from "@kiln/api";

/** Marker of a field whose TypeScript type contains null. Set internally, never in sources. */
export const OR_NULL = "kiln:or-null";

/**
 * Schema that also allows null. Kubernetes: an enum must list null as well (validation/validate/values.go Enum, v1.36).
 */
export function allowNull(schema: JsonObject): JsonObject {
  const values = schema.enum;
  const isListed = Array.isArray(values) && !values.includes(null);
  return { ...schema, ...(isListed ? { enum: [...values, null] } : {}), nullable: true };
}
