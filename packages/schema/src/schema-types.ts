/** The types a schema may name, in the order in which messages list them. */
export const schemaTypes: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];
