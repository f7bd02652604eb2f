import type { JsonObject } from "@kiln/api";
import { type JsonSchema, parseJsonSchema } from "@kiln/schema";

/**
 * Decodes the schemas of CRDs, each JSON tree once: decoding a CRD and validating it both need them. A decoded schema
 * lives as long as its tree, which is the request.
 */
export interface SchemaReader {
  read(json: JsonObject): JsonSchema;
  /** Registers the schema of a tree, so that `read` need not decode it. */
  remember(json: JsonObject, schema: JsonSchema): void;
}

export function createSchemaReader(): SchemaReader {
  const known = new WeakMap<JsonObject, JsonSchema>();
  return {
    read(json) {
      const schema = known.get(json) ?? parseJsonSchema(json).schema;
      known.set(json, schema);
      return schema;
    },
    remember: (json, schema) => {
      known.set(json, schema);
    },
  };
}
