import type { JsonObject } from "@kiln/api";
import { type JsonSchema, parseJsonSchema } from "@kiln/schema";

/**
 * Reads the schemas of definitions, each tree once: decoding a definition reads them, checking it needs them again.
 * Decoded schemas live as long as the tree, that is, the request.
 */
export interface SchemaReader {
  read(json: JsonObject): JsonSchema;
  /** Spares reading a tree that was made from this schema. */
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
