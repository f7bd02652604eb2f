import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isJsonObject, type JsonObject } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";

export interface Manifest {
  /** Path relative to the project's folder. */
  readonly file: string;
  readonly object: JsonObject;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** All objects in the YAML files below these paths. Files that are no YAML, such as templates, are skipped. */
export function readManifests(folder: string, places: readonly string[]): Manifest[] {
  return places.flatMap((place) => filesBelow(join(folder, place))).flatMap((path) => readFile(path, folder));
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) {
    return [];
  }
  if (statSync(path).isDirectory()) {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesBelow(join(path, name)));
  }
  return /\.ya?ml$/.test(path) ? [path] : [];
}

function readFile(path: string, folder: string): Manifest[] {
  const file = relative(folder, path);
  try {
    return parseYamlDocuments(readFileSync(path, "utf8"), { maxBytes: MAX_BYTES }).flatMap(({ value }) =>
      isJsonObject(value) && isJsonObject(value.metadata) ? [{ file, object: value }] : [],
    );
  } catch {
    return [];
  }
}
