import { deepEqual, type FieldError, fieldPath, invalid, type JsonValue } from "@kiln/api";
import {
  type Definition,
  FIELD_MAP_ANNOTATION,
  type FieldMap,
  type MappedField,
  parseFieldMap,
  placesIn,
  printPlace,
  schemaAt,
  schemaJsonOf,
  shapeDifferences,
  shapeOf,
  versionsOf,
} from "@kiln/kinds";
import { compileSchema, type JsonSchema } from "@kiln/schema";
import type { SchemaReader } from "./schema-reader.ts";

const PATH = fieldPath("metadata", "annotations").key(FIELD_MAP_ANNOTATION);

/**
 * Reasons why converting an object to another version and back could lose data: the versions must have the same schema
 * for every field, at the mapped path or else at the same path.
 */
export function checkFieldMap(definition: Definition, schemas: SchemaReader): FieldError[] {
  const text = definition.metadata.annotations?.[FIELD_MAP_ANNOTATION];
  if (text === undefined) {
    return [];
  }
  const parsed = parseFieldMap(text);
  const faults = "fault" in parsed ? [parsed.fault] : faultsOf(definition, parsed.fields, schemas);
  return faults.map((fault) => invalid(PATH, text, fault));
}

function faultsOf({ spec }: Definition, fields: FieldMap, schemas: SchemaReader): string[] {
  if (spec.conversion !== undefined && spec.conversion.strategy !== "None") {
    return ["may only be set when spec.conversion.strategy is None"];
  }
  const versions = versionsOf(spec).map((version) => {
    const json = schemaJsonOf(version);
    return { name: version.name, schema: json === undefined ? {} : schemas.read(json) };
  });
  const faults = [
    ...fields.flatMap((field) => unknownVersions(field, versions)),
    ...versions.flatMap((version) => placeFaults(fields, version)),
  ];
  if (faults.length > 0) {
    return faults;
  }
  return [
    ...fields.flatMap((field) => [...shapeFaults(field, versions), ...defaultFaults(field, versions)]),
    ...restFaults(fields, versions),
  ];
}

interface Version {
  readonly name: string;
  readonly schema: JsonSchema;
}

function unknownVersions({ places }: MappedField, versions: readonly Version[]): string[] {
  return [...places.keys()]
    .filter((name) => !versions.some((version) => version.name === name))
    .map(
      (name) =>
        `names ${name}, which is not one of spec.versions: a version that goes must go from the annotation in the same change`,
    );
}

const OWN_FIELDS: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Each path must be a field of the schema, and no two may be equal or nested. */
function placeFaults(fields: FieldMap, { name, schema }: Version): string[] {
  const paths = placesIn(fields, name);
  return paths.flatMap((path, i) => {
    const printed = printPlace(path);
    if (OWN_FIELDS.includes(path[0] as string)) {
      return [`names ${printed}, which every object has and no conversion may change`];
    }
    if (schemaAt(schema, path) === undefined) {
      return [`names ${printed}, which is not a field in the schema of ${name}`];
    }
    const clash = paths.slice(0, i).find((other) => isInside(path, other) || isInside(other, path));
    return clash === undefined ? [] : [`names ${printed} and ${printPlace(clash)} of ${name}, which are not apart`];
  });
}

function isInside(path: readonly string[], other: readonly string[]): boolean {
  return other.every((name, i) => path[i] === name);
}

function shapeFaults({ places }: MappedField, versions: readonly Version[]): string[] {
  const [first, ...rest] = versions.flatMap(({ name, schema }) => {
    const path = places.get(name);
    const at = path === undefined ? undefined : schemaAt(schema, path);
    return path === undefined || at === undefined ? [] : [{ name, path, shape: shapeOf(at) }];
  });
  return first === undefined
    ? []
    : rest
        .filter(({ shape }) => !deepEqual(shape, first.shape))
        .map(
          ({ name, path }) =>
            `would lose values: ${printPlace(path)} of ${name} is not of the type of ` +
            `${printPlace(first.path)} of ${first.name}`,
        );
}

function defaultFaults(field: MappedField, versions: readonly Version[]): string[] {
  const { places, default: value, isConstant } = field;
  if (value === undefined) {
    return [];
  }
  return versions.flatMap(({ name, schema }) => {
    const path = places.get(name);
    const at = path === undefined ? undefined : schemaAt(schema, path);
    if (path === undefined || at === undefined) {
      return [];
    }
    const errors = compileSchema(wrapping(at), { semantics: "kep" }).validate({ value });
    if (errors.length > 0) {
      return [`has a value for ${printPlace(path)} that ${name} does not allow`];
    }
    const isOnly = at.enum?.length === 1 && deepEqual(at.enum[0] as JsonValue, value);
    return isConstant && !isOnly
      ? [`would lose values: ${printPlace(path)} of ${name} may be something else than the constant; say default`]
      : [];
  });
}

function wrapping(schema: JsonSchema): JsonSchema {
  return { type: "object", properties: new Map([["value", schema]]) };
}

/** Errors for fields that the map does not name and whose schemas differ between versions. */
function restFaults(fields: FieldMap, versions: readonly Version[]): string[] {
  const [first, ...rest] = versions.map(({ name, schema }) => ({
    name,
    shape: shapeOf(schema, [...OWN_FIELDS.map((own) => [own]), ...placesIn(fields, name)]),
  }));
  return first === undefined
    ? []
    : rest.flatMap(({ name, shape }) =>
        shapeDifferences(first.shape, shape).map(
          (path) =>
            `would lose values: ${path} is not the same in ${first.name} and ${name}; say where each version has it`,
        ),
      );
}
