import {
  appendAll,
  asObject,
  asText,
  deepCopy,
  getOwn,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  setOwn,
} from "@kiln/api";
import { ownKeywords } from "./keywords/index.ts";

/**
 * The annotation of a CRD that carries its marks to clusters whose API server drops unknown keywords. Its value is
 * JSON: by version, the schema of that version reduced to marks, unions, and the path to them.
 */
export const MARKS_ANNOTATION = "kiln/marks";

const MARKS: readonly string[] = ownKeywords.map(({ wire }) => wire);

/** A schema split into its marks and everything else. */
export interface LiftedMarks {
  /** Marks alone; undefined if there are none. */
  readonly marks: JsonObject | undefined;
  /** Copy of the schema without the marks. */
  readonly bare: JsonObject;
}

/** Removes the marks from a copy of a schema. */
export function liftMarks(schema: JsonObject): LiftedMarks {
  const bare = deepCopy(schema);
  return { marks: liftFrom(bare), bare };
}

/** Removes the marks of `node` and of everything below it, in place, and returns them. */
function liftFrom(node: JsonObject): JsonObject | undefined {
  const lifted: JsonObject = {};
  for (const keyword of MARKS) {
    const value = getOwn(node, keyword);
    if (value !== undefined) {
      lifted[keyword] = value;
      delete node[keyword];
    }
  }
  const properties = mapObjects(node.properties, liftFrom);
  if (properties !== undefined) {
    lifted.properties = properties;
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const below = getOwn(node, keyword);
    const found = isJsonObject(below) ? liftFrom(below) : undefined;
    if (found !== undefined) {
      lifted[keyword] = found;
    }
  }
  return Object.keys(lifted).length === 0 ? undefined : lifted;
}

/** Maps each entry of an object; undefined if every result is undefined. */
function mapObjects(
  value: JsonValue | undefined,
  change: (below: JsonObject, name: string) => JsonObject | undefined,
): JsonObject | undefined {
  const changed: JsonObject = {};
  for (const [name, below] of isJsonObject(value) ? Object.entries(value) : []) {
    const found = isJsonObject(below) ? change(below, name) : undefined;
    if (found !== undefined) {
      setOwn(changed, name, found);
    }
  }
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/**
 * Adds lifted marks to `schema`, in place. Returns a sentence for each mark whose path the schema lacks, because the
 * schema was changed and the annotation was not.
 */
export function layMarks(schema: JsonObject, marks: JsonObject, place = ""): string[] {
  const faults: string[] = [];
  for (const [keyword, value] of Object.entries(marks)) {
    const below = getOwn(schema, keyword);
    if (MARKS.includes(keyword)) {
      schema[keyword] = value;
    } else if (keyword === "properties" && isJsonObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const property = isJsonObject(below) ? getOwn(below, name) : undefined;
        appendAll(faults, layBelow(property, inner, place === "" ? name : `${place}.${name}`));
      }
    } else if (keyword === "items" || keyword === "additionalProperties") {
      appendAll(faults, layBelow(below, value, `${place}[*]`));
    } else {
      faults.push(`${place || "the root"} has ${keyword}, which is no mark`);
    }
  }
  return faults;
}

function layBelow(schema: JsonValue | undefined, marks: JsonValue, place: string): string[] {
  if (!isJsonObject(schema)) {
    return [`${place} is not in the schema`];
  }
  return isJsonObject(marks) ? layMarks(schema, marks, place) : [`${place} is no object`];
}

/** Marks of an annotation, by version; a sentence if it cannot be parsed. */
export function readMarksAnnotation(text: string): ReadonlyMap<string, JsonObject> | string {
  let value: JsonValue;
  try {
    ({ value } = parseJson(text));
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return `is not JSON: ${error.message}`;
    }
    throw error;
  }
  const versions = isJsonObject(value) ? Object.entries(value) : [];
  const found = new Map<string, JsonObject>();
  for (const [version, marks] of versions) {
    if (!isJsonObject(marks)) {
      return `must be an object of schemas by version, but ${version} is no object`;
    }
    found.set(version, marks);
  }
  return isJsonObject(value) ? found : "must be an object of schemas by version";
}

/** The schema of a version as written. */
export interface VersionSchema {
  readonly name: string;
  readonly json: JsonObject;
}

export interface AnnotatedSchemas {
  /** Schemas by version, with their own marks and those of the annotation. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** Errors in the annotation, each worded to complete a sentence about it. */
  readonly faults: readonly string[];
}

/** Value of the marks annotation, from a CRD's metadata; empty if absent. */
export function marksAnnotationOf(metadata: JsonValue | undefined): string {
  return asText(asObject(asObject(metadata).annotations)[MARKS_ANNOTATION]);
}

/** Schema of one version with the marks of the annotation added. */
export function markedSchema(metadata: JsonValue | undefined, version: VersionSchema): JsonObject {
  const text = marksAnnotationOf(metadata);
  return text === "" ? version.json : (layAnnotation(text, [version]).schemas.get(version.name) ?? version.json);
}

/** Adds the marks of the annotation to copies of the schemas. */
export function layAnnotation(text: string, versions: readonly VersionSchema[]): AnnotatedSchemas {
  const marks = text === "" ? new Map<string, JsonObject>() : readMarksAnnotation(text);
  if (typeof marks === "string") {
    return { schemas: new Map(versions.map(({ name, json }) => [name, json])), faults: [marks] };
  }
  const faults = [...marks.keys()]
    .filter((version) => !versions.some(({ name }) => name === version))
    .map((version) => `is about ${version}, which is no version`);
  const schemas = versions.map(({ name, json }) => {
    const carried = marks.get(name);
    const schema = carried === undefined ? json : deepCopy(json);
    const stale = carried === undefined ? [] : layMarks(schema, carried);
    appendAll(
      faults,
      stale.map((fault) => `does not fit ${name}: ${fault}`),
    );
    return [name, schema] as const;
  });
  return { schemas: new Map(schemas), faults };
}
