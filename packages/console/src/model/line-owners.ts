import type { JsonObject } from "@kiln/api";
import { createYamlLocator } from "@kiln/api/yaml";
import { type LineOwners, listOwners, type ManagerMark, markManagers, type Owner } from "@kiln/page";

/** Longer texts are shown without owners: every field would be looked for. */
const MAX_TEXT = 400_000;

/** Letters and colors of the managers of an object, in the order of managedFields. */
export function managersOf(object: JsonObject): ReadonlyMap<string, ManagerMark> {
  const fields = listOwners(object).flatMap(({ owners }) => owners.map(({ manager }) => manager));
  return markManagers(fields);
}

/** The owners of the lines of a text that was printed from the object. */
export function toLineOwners(object: JsonObject, text: string): readonly LineOwners[] {
  if (text.length > MAX_TEXT) {
    return [];
  }
  const locate = createYamlLocator(text, 1);
  const marks = managersOf(object);
  const lines = new Map<number, { readonly depth: number; readonly owners: readonly Owner[] }>();
  for (const { path, owners } of listOwners(object)) {
    const places = locate(path);
    const line = places.at(-1)?.line;
    const before = line === undefined ? undefined : lines.get(line);
    // Several fields may begin on one line: the innermost is what the reader sees there.
    if (
      line !== undefined &&
      places.length === path.length + 1 &&
      (before === undefined || before.depth <= path.length)
    ) {
      lines.set(line, { depth: path.length, owners });
    }
  }
  return [...lines].map(([line, { owners }]) => {
    const names = [...new Set(owners.map(({ manager }) => manager))];
    return {
      line,
      marks: names.map((name) => marks.get(name)).filter((mark) => mark !== undefined),
      title: owners.map(describeOwner).join("; "),
    };
  });
}

function describeOwner({ manager, operation, subresource, time }: Owner): string {
  const place = subresource === "" ? "" : ` of ${subresource}`;
  return `${manager}, ${operation}${place}${time === "" ? "" : ` at ${time}`}`;
}
