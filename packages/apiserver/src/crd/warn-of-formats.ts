import { quoteGo } from "@kiln/api";
import { effectiveFormat, type JsonSchema, someSchema, usedKeywords } from "@kiln/schema";
import { type Definition, schemaJsonOf, versionsOf } from "./definition.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** Formats that check nothing, because nobody knows them; those that the stored definition has are not news. */
export function warnOfFormats(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  const known = new Set(old === undefined ? [] : unknownFormats(old, schemas));
  return unknownFormats(definition, schemas)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${quoteGo(format)}`);
}

function unknownFormats({ spec }: Definition, schemas: SchemaReader): string[] {
  const formats = new Set<string>();
  const visit = (schema: JsonSchema) => {
    // Kubernetes: x-kubernetes-int-or-string does not change what counts as known here.
    const { format, type = "" } = schema;
    if (format !== undefined && effectiveFormat({ format, type }) === "") {
      formats.add(format);
    }
    return false;
  };
  for (const version of versionsOf(spec)) {
    const json = schemaJsonOf(version);
    const schema = json === undefined ? undefined : schemas.read(json);
    if (schema !== undefined && usedKeywords(schema).has("format")) {
      someSchema(schema, visit);
    }
  }
  return [...formats];
}
