import { appendAll } from "@kiln/api";
import { type CrdVersion, parseJsonSchema, printJsonSchema } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import type { GoType } from "./go-type.ts";

/** The Go type of a schema, whose keys another reader knows. */
export function schemaType(version: CrdVersion, schemas: SchemaReader): GoType {
  return {
    name: `${version}.JSONSchemaProps`,
    zero: {},
    decode: (value, place) => {
      const { schema, errors, unknown, fatal } = parseJsonSchema(value, { path: place.path, goPackage: version });
      appendAll(place.findings.unknown, unknown);
      appendAll(place.findings.mistyped, errors);
      if (fatal !== undefined) {
        place.findings.fatal ??= fatal;
      }
      const printed = printJsonSchema(schema);
      schemas.remember(printed, schema);
      return printed;
    },
  };
}
