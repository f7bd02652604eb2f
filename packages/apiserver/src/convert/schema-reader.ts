import type { JsonObject } from "@kiln/api";
import { type JsonSchema, parseJsonSchema } from "@kiln/schema";

/**
 * Decodes the schemas of CRDs, each tree once: decoding a CRD and validating it both need them. Decoded schemas live as
 * long as the tree, which is the request.
 */
export interface SchemaReader {
  read(json: JsonObject): JsonSchema;
  /** Saves decoding a tree that was made from this schema. */
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
