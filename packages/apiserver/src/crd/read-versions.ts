import type { JsonObject } from "@kiln/api";
import { type Definition, schemaJsonOf, versionsOf } from "@kiln/kinds";
import { type JsonSchema, markedSchema } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";

/** Schemas of all versions of a CRD by name, with the marks that an annotation adds. */
export function readVersions({ metadata, spec }: Definition, schemas: SchemaReader): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const version of versionsOf(spec)) {
    const json = schemaJsonOf(version);
    if (json !== undefined) {
      found.set(
        version.name,
        schemas.read(markedSchema(metadata as unknown as JsonObject, { name: version.name, json })),
      );
    }
  }
  return found;
}
