import { deepEqual, type JsonObject } from "@kiln/api";
import { hasProperties, itemsOf, type JsonSchema } from "@kiln/schema";

export type Path = readonly string[];

/** Schema of the field at a path; undefined if a step is not declared by name. */
export function schemaAt(schema: JsonSchema, path: Path): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  for (const name of path) {
    at = at?.properties?.get(name);
  }
  return at;
}

/** Parts of a schema that pruning depends on, without mapped fields and objects that contain only those. */
export function shapeOf(schema: JsonSchema, mapped: readonly Path[] = []): JsonObject {
  const { type = "", nullable, preserveUnknownFields, embeddedResource, intOrString } = schema;
  const items = itemsOf(schema);
  const properties = [...(schema.properties ?? [])].flatMap(([name, property]) => {
    const below = pathsBelow(mapped, name);
    return isMapped(below) || isHolder(property, below) ? [] : [[name, shapeOf(property, below)] as const];
  });
  const flags = Object.entries({ nullable, preserveUnknownFields, embeddedResource, intOrString });
  return {
    type,
    ...Object.fromEntries(flags.filter(([, flag]) => flag === true) as [string, boolean][]),
    ...(items === undefined ? {} : { items: shapeOf(items) }),
    ...shapeOfValues(schema),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

function shapeOfValues({ additionalProperties }: JsonSchema): JsonObject {
  if (additionalProperties === undefined) {
    return {};
  }
  return {
    additionalProperties: typeof additionalProperties === "boolean" ? true : shapeOf(additionalProperties),
  };
}

/** Paths of objects whose fields are all mapped, the deepest first. */
export function holdersIn(schema: JsonSchema, mapped: readonly Path[], at: Path = []): Path[] {
  return [...(schema.properties ?? [])].flatMap(([name, property]) => {
    const below = pathsBelow(mapped, name);
    if (below.length === 0 || isMapped(below)) {
      return [];
    }
    const path = [...at, name];
    return [...holdersIn(property, below, path), ...(isHolder(property, below) ? [path] : [])];
  });
}

function isHolder(schema: JsonSchema, mapped: readonly Path[]): boolean {
  if (mapped.length === 0 || !hasProperties(schema) || schema.preserveUnknownFields === true) {
    return false;
  }
  return [...(schema.properties ?? [])].every(([name, property]) => {
    const below = pathsBelow(mapped, name);
    return isMapped(below) || isHolder(property, below);
  });
}

function pathsBelow(paths: readonly Path[], name: string): Path[] {
  return paths.filter((path) => path[0] === name).map((path) => path.slice(1));
}

/** Whether a mapped field's path ends here. */
function isMapped(paths: readonly Path[]): boolean {
  return paths.some((path) => path.length === 0);
}

/** Paths at which two shapes differ, without paths below these. */
export function shapeDifferences(a: JsonObject, b: JsonObject, path = ""): string[] {
  const { properties: ofA = {}, ...restA } = a as { properties?: JsonObject };
  const { properties: ofB = {}, ...restB } = b as { properties?: JsonObject };
  if (!deepEqual(restA, restB)) {
    return [path === "" ? "the root" : path];
  }
  return [...new Set([...Object.keys(ofA), ...Object.keys(ofB)])].flatMap((name) => {
    const isInBoth = Object.hasOwn(ofA, name) && Object.hasOwn(ofB, name);
    const below = `${path}.${name}`;
    return isInBoth ? shapeDifferences(ofA[name] as JsonObject, ofB[name] as JsonObject, below) : [below];
  });
}
