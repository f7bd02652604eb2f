import { asObject, type JsonObject, listAt, objectAt, printYaml } from "@kiln/api";
import { listOwners, type TextMark } from "@kiln/page";
import { printFieldPath } from "./field-path.ts";
import type { LineOwner, LiveObject } from "./outcome.ts";
import { isNotice, type PlacedDocument, readDocuments } from "./text-places.ts";

/** The object as YAML, with the owners of each line, and the marks that `mark` finds in its text. */
export function describeLive(object: JsonObject, mark: (live: PlacedDocument) => readonly TextMark[]): LiveObject {
  const { managedFields, ...metadata } = objectAt(object, "metadata");
  const shown: JsonObject = { ...object, metadata };
  const text = printYaml(shown);
  const documents = readDocuments(text);
  const [live] = isNotice(documents) ? [] : documents;
  return {
    text,
    marks: live === undefined ? [] : mark(live),
    owners: live === undefined ? [] : toLineOwners(object, live),
    managedFields: managedFields === undefined ? "" : printYaml(managedFields),
  };
}

function toLineOwners(object: JsonObject, live: PlacedDocument): LineOwner[] {
  const lines = new Map<number, { managers: Set<string>; titles: string[] }>();
  for (const { path, owners } of listOwners(object)) {
    const line = live.lineOf(path);
    if (line !== undefined) {
      const entry = lines.get(line) ?? { managers: new Set(), titles: [] };
      const names = owners.map(({ manager, operation }) => `${manager} (${operation})`);
      entry.titles.push(`${printFieldPath(path)}: ${names.join(", ")}`);
      for (const { manager } of owners) {
        entry.managers.add(manager);
      }
      lines.set(line, entry);
    }
  }
  return [...lines].map(([line, { managers, titles }]) => ({
    line,
    managers: [...managers],
    title: `owned by ${titles.join("; ")}`,
  }));
}

/** Managers of an object in the order of managedFields. */
export function managersOf(object: JsonObject): string[] {
  return listAt(objectAt(object, "metadata"), "managedFields").map((entry) => String(asObject(entry).manager));
}
