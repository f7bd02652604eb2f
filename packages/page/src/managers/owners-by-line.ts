import type { JsonObject } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { listOwners, type OwnedField } from "./list-owners.ts";

/** Owned fields of the object by the line of its text on which they begin, in the order of {@link listOwners}. */
export function ownersByLine(
  object: JsonObject,
  lineOf: (path: YamlPath) => number | undefined,
): ReadonlyMap<number, readonly OwnedField[]> {
  const lines = new Map<number, OwnedField[]>();
  for (const field of listOwners(object)) {
    const line = lineOf(field.path);
    if (line !== undefined) {
      const known = lines.get(line) ?? [];
      known.push(field);
      lines.set(line, known);
    }
  }
  return lines;
}
