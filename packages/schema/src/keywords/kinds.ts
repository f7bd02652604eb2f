import type { Kind } from "../check.ts";

/** Kubernetes: only `type` and `enum` apply to null (validation/validate/schema.go SchemaValidator.Validate, v1.36). */
export const KINDS_BUT_NULL: readonly Kind[] = ["boolean", "integer", "number", "string", "array", "object"];
