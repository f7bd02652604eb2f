import { asObject, type JsonObject, listAt, objectAt, printYaml } from "@kiln/api";
import { type OwnedField, ownersByLine, type TextMark } from "@kiln/page";
import { printFieldPath } from "./field-path.ts";
import type { LineOwner, LiveObject } from "./outcome.ts";
import { isNotice, type PlacedDocument, readDocuments } from "./text-places.ts";

/** The object as YAML, with the field managers of each line and the highlights that `mark` finds in the text. */
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
  return [...ownersByLine(object, live.lineOf)].map(([line, fields]) => ({
    line,
    managers: [...new Set(fields.flatMap(({ owners }) => owners.map(({ manager }) => manager)))],
    title: `owned by ${fields.map(describeField).join("; ")}`,
  }));
}

function describeField({ path, owners }: OwnedField): string {
  return `${printFieldPath(path)}: ${owners.map(({ manager, operation }) => `${manager} (${operation})`).join(", ")}`;
}

/** Field managers of an object in the order of managedFields. */
export function managersOf(object: JsonObject): string[] {
  return listAt(objectAt(object, "metadata"), "managedFields").map((entry) => String(asObject(entry).manager));
}
