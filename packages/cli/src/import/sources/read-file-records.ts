import { readFileSync, statSync } from "node:fs";
import { decodeJson, isJsonObject, type JsonObject, type JsonValue, YamlSyntaxError } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import { disk, MANIFEST_FILE } from "../../manifests/manifest.ts";
import type { ImportRecord, LeftOut } from "../import-record.ts";
import { isArchive, readArchive } from "./read-archive.ts";

/**
 * Every object in files: a directory of manifests, a must-gather, a support bundle, a dump of `kubectl cluster-info`,
 * or an archive of one. Files and documents without objects are counted and skipped.
 */
export function readFileRecords(path: string, leftOut: LeftOut): ImportRecord[] {
  const records: ImportRecord[] = [];
  for (const { name, text } of readTexts(path)) {
    const objects = readObjects(name, text, leftOut);
    for (const object of objects) {
      records.push({ object, origin: name });
    }
  }
  return records;
}

function* readTexts(path: string): Generator<{ readonly name: string; readonly text: string }> {
  if (!statSync(path).isDirectory() && isArchive(path)) {
    for (const { name, bytes } of readArchive(path)) {
      if (MANIFEST_FILE.test(name)) {
        yield { name, text: bytes.toString("utf8") };
      }
    }
    return;
  }
  for (const file of disk.list(path)) {
    yield { name: file, text: readFileSync(file, "utf8") };
  }
}

function readObjects(file: string, text: string, leftOut: LeftOut): JsonObject[] {
  try {
    const values = file.endsWith(".json") ? [parseJson(text)] : parseYamlDocuments(text, NO_BOUND).map(toValue);
    const objects = values.flatMap((value) => toObjects(value, {}));
    if (objects.length === 0 && !values.every(isEmptyList)) {
      leftOut.add("files without Kubernetes objects");
    }
    return objects;
  } catch (error) {
    if (error instanceof YamlSyntaxError || error instanceof SyntaxError) {
      leftOut.add(`file not read: ${file}: ${error.message}`);
      return [];
    }
    throw error;
  }
}

const NO_BOUND = { maxBytes: Number.POSITIVE_INFINITY };

function toValue({ value }: { readonly value: unknown }): JsonValue {
  return value as JsonValue;
}

function parseJson(text: string): JsonValue {
  try {
    return decodeJson(Buffer.from(text), NO_BOUND).value;
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}

interface TypeOfItems {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** Objects of a document; a list is split into its items, which in a typed list lack apiVersion and kind. */
function toObjects(value: JsonValue, type: TypeOfItems): JsonObject[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => toObjects(item, type));
  }
  if (!isJsonObject(value)) {
    return [];
  }
  const { apiVersion, kind, items } = value;
  if (Array.isArray(items) && (kind === undefined || String(kind).endsWith("List"))) {
    return toObjects(items, typeOfItems(apiVersion, kind));
  }
  const object: JsonObject = { ...type, ...value };
  return isKubernetesObject(object) ? [object] : [];
}

function typeOfItems(apiVersion: JsonValue | undefined, kind: JsonValue | undefined): TypeOfItems {
  const item = String(kind ?? "List").replace(/List$/, "");
  return item === "" ? {} : { apiVersion: String(apiVersion ?? ""), kind: item };
}

function isEmptyList(value: JsonValue): boolean {
  const items = isJsonObject(value) ? value.items : value;
  return items === null || (Array.isArray(items) && items.length === 0);
}

function isKubernetesObject({ apiVersion, kind, metadata }: JsonObject): boolean {
  return (
    typeof apiVersion === "string" && typeof kind === "string" && isJsonObject(metadata) && metadata.name !== undefined
  );
}
