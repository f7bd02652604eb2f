import { deepEqual, type JsonObject, type JsonValue } from "@kiln/api";
import {
  type Definition,
  type DefinitionVersion,
  FIELD_MAP_ANNOTATION,
  parseFieldMap,
  placesIn,
  schemaJsonOf,
  versionsOf,
} from "@kiln/kinds";
import { itemsOf, type JsonSchema, markedSchema, marks, readMark } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";

/**
 * Warns of marks and unions that differ between versions, and of marked fields that another version lacks. All of them
 * apply in every version, which the author of a CRD may not expect. Warnings that apply to the stored CRD as well are
 * not repeated.
 */
export function warnOfMarks(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  const known = new Set(old === undefined ? [] : differingMarks(old, schemas));
  return differingMarks(definition, schemas).filter((warning) => !known.has(warning));
}

interface Version {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isStorage: boolean;
  /** Fields that the field map moves to another path in other versions: `spec.size`. */
  readonly moved: ReadonlySet<string>;
}

function differingMarks(definition: Definition, schemas: SchemaReader): string[] {
  const [first, ...rest] = versionsOf(definition.spec)
    .filter(({ served, storage }) => served || storage)
    .flatMap((version) => readVersion(definition, version, schemas));
  const isRemote = definition.spec.conversion?.strategy === "Webhook";
  return first === undefined
    ? []
    : rest.flatMap((other) =>
        compare(first.schema, other.schema, "").flatMap((difference) =>
          explain(difference, { first, other, isRemote }),
        ),
      );
}

function readVersion({ metadata, spec }: Definition, version: DefinitionVersion, schemas: SchemaReader): Version[] {
  const json = schemaJsonOf(version);
  if (json === undefined) {
    return [];
  }
  const { name, storage } = version;
  const text = spec.conversion?.strategy === "Webhook" ? undefined : metadata.annotations?.[FIELD_MAP_ANNOTATION];
  const map = text === undefined ? undefined : parseFieldMap(text);
  const places = map !== undefined && "fields" in map ? placesIn(map.fields, name) : [];
  const marked = markedSchema(metadata as unknown as JsonObject, { name, json });
  return [
    { name, schema: schemas.read(marked), isStorage: storage, moved: new Set(places.map((path) => path.join("."))) },
  ];
}

interface Difference {
  readonly mark: string;
  readonly path: string;
  /** Which of the two versions has the field; undefined if both have it. */
  readonly only?: "first" | "other";
}

interface Versions {
  readonly first: Version;
  readonly other: Version;
  readonly isRemote: boolean;
}

const REMOTE = "what the conversion webhook makes of an object is checked in the storage version";

function explain({ mark, path, only }: Difference, { first, other, isRemote }: Versions): string[] {
  if (only === undefined) {
    const consequence = isRemote ? REMOTE : "each holds in both, because objects are stored once";
    return [`${mark} of "${path}" differs between ${first.name} and ${other.name}: ${consequence}`];
  }
  const [has, lacks] = only === "first" ? [first, other] : [other, first];
  if ([...has.moved].some((place) => place === path || path.startsWith(`${place}.`) || path.startsWith(`${place}[`))) {
    return [];
  }
  const kept = isRemote ? REMOTE : `a write through ${lacks.name} keeps its stored value`;
  const consequence = lacks.isStorage && !isRemote ? `the storage version ${lacks.name} cannot keep it` : kept;
  return [`${mark} of "${path}" is in ${has.name}, and ${lacks.name} does not have the field: ${consequence}`];
}

function compare(a: JsonSchema, b: JsonSchema, path: string): Difference[] {
  return [
    ...marks.filter((mark) => !isSame(readMark(mark, a), readMark(mark, b))).map(({ wire }) => ({ mark: wire, path })),
    ...[...new Set([...(a.properties?.keys() ?? []), ...(b.properties?.keys() ?? [])])].flatMap((name) =>
      compareParts(a.properties?.get(name), b.properties?.get(name), path === "" ? name : `${path}.${name}`),
    ),
    ...compareParts(itemsOf(a), itemsOf(b), `${path}[*]`),
    ...compareParts(valuesOf(a), valuesOf(b), `${path}[*]`),
  ];
}

function compareParts(a: JsonSchema | undefined, b: JsonSchema | undefined, path: string): Difference[] {
  if (a === b) {
    return [];
  }
  if (a !== undefined && b !== undefined) {
    return compare(a, b, path);
  }
  const only = a === undefined ? "other" : "first";
  // A version without a schema there differs by all marks of the other.
  return compare(a ?? {}, b ?? {}, path).map(({ mark, path: at }) => ({ mark, path: at, only }));
}

function valuesOf({ additionalProperties: values }: JsonSchema): JsonSchema | undefined {
  return typeof values === "object" ? values : undefined;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a, b));
}
