import { type JsonObject, parseGroupVersion } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";
import { type FieldMap, placesIn, printPlace } from "./field-map.ts";
import { mapFields } from "./map-fields.ts";
import { holdersIn, type Path } from "./schema-shape.ts";

/** Converts objects by a field map. Schemas are decoded for the first object, and not kept. */
export function createFieldConverter(
  fields: FieldMap,
  readSchema: (version: string) => JsonSchema | undefined,
): (object: JsonObject, apiVersion: string) => JsonObject {
  const known = new Map<string, readonly Path[]>();
  const holdersOf = (version: string): readonly Path[] => {
    const holders = known.get(version) ?? holdersIn(readSchema(version) ?? {}, placesIn(fields, version));
    known.set(version, holders);
    return holders;
  };
  return (object, apiVersion) => {
    const from = versionOf(String(object.apiVersion));
    const to = versionOf(apiVersion);
    const ours = new Set(holdersOf(from).map(printPlace));
    const theirs = new Set(holdersOf(to).map(printPlace));
    const holders = holdersOf(from).filter((path) => !theirs.has(printPlace(path)));
    const newHolders = new Set([...theirs].filter((place) => !ours.has(place)));
    return mapFields(object, { fields, from, to, holders, newHolders });
  };
}

function versionOf(apiVersion: string): string {
  return parseGroupVersion(apiVersion).value?.version ?? "";
}
