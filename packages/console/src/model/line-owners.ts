import type { JsonObject } from "@kiln/api";
import { createYamlLocator, type YamlPath } from "@kiln/api/yaml";
import {
  type LineOwners,
  listOwners,
  type ManagerMark,
  markManagers,
  type OwnedField,
  type Owner,
  ownersByLine,
} from "@kiln/page";

/** Maximum length of a text with owners: every field in it must be located. */
const MAX_TEXT = 400_000;

/** Letters and colors of an object's field managers, in the order of managedFields. */
export function managersOf(object: JsonObject): ReadonlyMap<string, ManagerMark> {
  const fields = listOwners(object).flatMap(({ owners }) => owners.map(({ manager }) => manager));
  return markManagers(fields);
}

/** Field managers by line of a text that was printed from the object. */
export function toLineOwners(object: JsonObject, text: string): readonly LineOwners[] {
  if (text.length > MAX_TEXT) {
    return [];
  }
  const locate = createYamlLocator(text, 1);
  const lineOf = (path: YamlPath) => {
    const places = locate(path);
    return places.length === path.length + 1 ? places.at(-1)?.line : undefined;
  };
  const marks = managersOf(object);
  return [...ownersByLine(object, lineOf)].map(([line, fields]) => {
    const owners = innermost(fields);
    const names = [...new Set(owners.map(({ manager }) => manager))];
    return {
      line,
      marks: names.map((name) => marks.get(name)).filter((mark) => mark !== undefined),
      title: owners.map(describeOwner).join("; "),
    };
  });
}

/** Owners of the innermost of several fields that begin on one line: a user relates the colors to that one. */
function innermost(fields: readonly OwnedField[]): readonly Owner[] {
  const [deepest] = [...fields].sort((a, b) => b.path.length - a.path.length);
  return deepest?.owners ?? [];
}

function describeOwner({ manager, operation, subresource, time }: Owner): string {
  const place = subresource === "" ? "" : ` of ${subresource}`;
  return `${manager}, ${operation}${place}${time === "" ? "" : ` at ${time}`}`;
}
