import { constants as flags } from "node:fs";
import { open, rename } from "node:fs/promises";
import { asTexts, isJsonObject, type JsonValue, parseJson } from "@kiln/api";
import { openPlace, withDirectory } from "../writer/directory.ts";
import { removeEntry } from "../writer/remove-entry.ts";
import { hasCode } from "../writer/volume-error.ts";

/**
 * Name of the manifest, a list of the published files next to them: after a restart it shows files of objects that were
 * deleted meanwhile. It starts with `..`, which no key does.
 */
const MANIFEST = "..kiln-project.json";
const IN_THE_MAKING = "..kiln-project.tmp";
const MAX_BYTES = 16 * 1024 * 1024;

/** Key of the object that each file is from, by absolute directory and file name. */
export type Manifest = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Folders of the manifest that an earlier run wrote; empty if there is none that can be read. */
export function readManifest(root: string): Promise<readonly string[]> {
  return withDirectory(openPlace({ directory: root, root }), async (directory) => {
    try {
      const handle = await open(directory.at(MANIFEST), flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK);
      try {
        const { size } = await handle.stat();
        return size > MAX_BYTES ? [] : foldersIn(parseJson(await handle.readFile("utf8")).value);
      } finally {
        await handle.close();
      }
    } catch (error) {
      // A damaged manifest counts as empty: the configured folders are corrected without it.
      if (hasCode(error, "ENOENT", "ELOOP", "ENXIO") || (error as Error).name === "JsonSyntaxError") {
        return [];
      }
      throw error;
    }
  });
}

function foldersIn(value: JsonValue): readonly string[] {
  return isJsonObject(value) && isJsonObject(value.folders) ? asTexts(Object.keys(value.folders)) : [];
}

export function printManifest(manifest: Manifest): string {
  const folders = Object.fromEntries([...manifest].map(([folder, files]) => [folder, Object.fromEntries(files)]));
  return `${JSON.stringify({ folders }, undefined, 1)}\n`;
}

/** Replaces the manifest atomically: a crash leaves the previous one. */
export function writeManifest(root: string, text: string): Promise<void> {
  return withDirectory(openPlace({ directory: root, root }), async (directory) => {
    await removeEntry(directory, IN_THE_MAKING);
    const handle = await open(directory.at(IN_THE_MAKING), flags.O_WRONLY | flags.O_CREAT | flags.O_EXCL, 0o600);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(directory.at(IN_THE_MAKING), directory.at(MANIFEST));
  });
}
