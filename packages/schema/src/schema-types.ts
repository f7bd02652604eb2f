/** Types that a schema may name, in the order of Kubernetes' messages. */
export const schemaTypes: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];
