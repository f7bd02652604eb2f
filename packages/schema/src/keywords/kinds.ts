import type { Kind } from "../check.ts";

/** Kubernetes: a null is judged by `type` and `enum` alone. */
export const KINDS_BUT_NULL: readonly Kind[] = ["boolean", "integer", "number", "string", "array", "object"];
