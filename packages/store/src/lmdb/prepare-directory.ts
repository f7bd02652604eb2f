import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../store-error.ts";
import { checkDataFile } from "./check-data-file.ts";
import { corrupt } from "./corrupt.ts";
import { dataFile, formatFile, formatVersion } from "./layout.ts";
import { syncPath } from "./sync-path.ts";

const formatLine = /^kiln store format (\d+)\n$/;

/**
 * Creates the directory if needed and checks that it can be used, before it changes a file. Throws `no-access`,
 * `newer-format` or `corrupt`, and then nothing has changed.
 */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const format = join(directory, formatFile);
    if (existsSync(format)) checkFormat(directory, readFileSync(format, "utf8"));
    else startDirectory(directory);
    const data = join(directory, dataFile);
    if (existsSync(data)) checkDataFile(data);
  } catch (error) {
    throw explainAccess(error, directory);
  }
}

/** The format is on disk before the data, so data without it was written by another program. */
function startDirectory(directory: string): void {
  if (existsSync(join(directory, dataFile))) {
    throw corrupt(`${directory} holds data but no file ${formatFile}, so Kiln did not write it`);
  }
  writeFormat(directory);
}

/** Writes the current format to the directory, unless it is there. Durable when this returns. */
export function writeFormat(directory: string): void {
  const path = join(directory, formatFile);
  const line = `kiln store format ${formatVersion}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === line) return;
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, line, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  syncPath(directory);
}

/** Throws `corrupt` or `newer-format`. */
export function checkFormatOf(directory: string): void {
  const format = join(directory, formatFile);
  if (!existsSync(format)) throw corrupt(`${directory} holds data but no file ${formatFile}, so Kiln did not write it`);
  checkFormat(directory, readFileSync(format, "utf8"));
}

function checkFormat(directory: string, text: string): void {
  const version = Number(formatLine.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) throw corrupt(`${join(directory, formatFile)} does not say a format`);
  if (version <= formatVersion) return;
  const found = `${directory} was written by a newer Kiln, in format ${version}; this one reads up to ${formatVersion}`;
  throw new StoreError("newer-format", `${found}: use the newer Kiln, or another directory.`);
}

/** Turns the system's error about a directory into an error with the next step. */
export function explainAccess(error: unknown, directory: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof StoreError || typeof code !== "string") return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new StoreError("no-space", `There is no room to open ${directory}: make some, then start again.`, {
      cause: error,
    });
  }
  const known: Readonly<Record<string, string>> = {
    EACCES: `give this user the right to read and write it`,
    EPERM: `give this user the right to read and write it`,
    EROFS: `it is on a read-only file system`,
    ENOTDIR: `a part of the path is a file`,
    EEXIST: `a file has that name`,
  };
  const advice = known[code] ?? "look at the disk";
  return new StoreError("no-access", `The directory ${directory} cannot be used (${code}): ${advice}.`, {
    cause: error,
  });
}
