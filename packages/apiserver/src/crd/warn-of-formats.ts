import { quoteGo } from "@kiln/api";
import { type Definition, schemaJsonOf, versionsOf } from "@kiln/kinds";
import { contentsOf, effectiveFormat } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";

/** Warns of unknown formats, which validate nothing, unless the stored CRD has them already. */
export function warnOfFormats(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  const known = new Set(old === undefined ? [] : unknownFormats(old, schemas));
  return unknownFormats(definition, schemas)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${quoteGo(format)}`);
}

function unknownFormats({ spec }: Definition, schemas: SchemaReader): string[] {
  const formats = new Set<string>();
  for (const version of versionsOf(spec)) {
    const json = schemaJsonOf(version);
    for (const { format = "", type = "" } of json === undefined ? [] : contentsOf(schemas.read(json)).formatted) {
      // Kubernetes: x-kubernetes-int-or-string does not make other formats known (apiserver/validation/formats.go
      // GetUnrecognizedFormats, v1.36).
      if (effectiveFormat({ format, type }) === "") {
        formats.add(format);
      }
    }
  }
  return [...formats];
}
