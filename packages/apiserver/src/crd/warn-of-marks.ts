import { deepEqual, type JsonValue } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";
import { type Definition, schemaJsonOf, versionsOf } from "./definition.ts";
import type { SchemaReader } from "./schema-reader.ts";

/**
 * Fields that more than one version has, with other marks in one than in the first. An object is judged by the version
 * of the request, so that the weaker mark is a way around the stronger one. What was so before is not news.
 */
export function warnOfMarks(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  const known = new Set(old === undefined ? [] : differingMarks(old, schemas));
  return differingMarks(definition, schemas).filter((warning) => !known.has(warning));
}

function differingMarks({ spec }: Definition, schemas: SchemaReader): string[] {
  const [first, ...rest] = versionsOf(spec).flatMap((version) => {
    const json = schemaJsonOf(version);
    return json === undefined ? [] : [{ name: version.name, schema: schemas.read(json) }];
  });
  return first === undefined
    ? []
    : rest.flatMap(({ name, schema }) =>
        compare(first.schema, schema, "").map(
          ({ mark, path }) =>
            `${mark} of "${path}" differs between ${first.name} and ${name}: a client may use the weaker one`,
        ),
      );
}

interface Difference {
  readonly mark: string;
  readonly path: string;
}

function compare(a: JsonSchema, b: JsonSchema, path: string): Difference[] {
  return [
    ...(isSame(a.mutability, b.mutability) ? [] : [{ mark: "x-kubernetes-mutability", path }]),
    ...(isSame(a.keyMutability, b.keyMutability) ? [] : [{ mark: "x-kubernetes-key-mutability", path }]),
    ...[...(a.properties ?? [])].flatMap(([name, property]) => {
      const other = b.properties?.get(name);
      return other === undefined ? [] : compare(property, other, path === "" ? name : `${path}.${name}`);
    }),
    ...compareParts(a.items, b.items, `${path}[*]`),
    ...compareParts(a.additionalProperties, b.additionalProperties, `${path}[*]`),
  ];
}

function compareParts(a: JsonSchema["items"] | boolean, b: JsonSchema["items"] | boolean, path: string): Difference[] {
  return isSchema(a) && isSchema(b) ? compare(a, b, path) : [];
}

function isSchema(part: JsonSchema["items"] | boolean): part is JsonSchema {
  return typeof part === "object" && !Array.isArray(part);
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a, b));
}
