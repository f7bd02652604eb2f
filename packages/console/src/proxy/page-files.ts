import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";

export interface PageFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly etag: string;
}

/** Files by path, such as `/index.html`. Only these paths are served, so no path can leave the folder. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** All files of a folder, held in memory: they are small and do not change while the process runs. */
export function readPageFiles(folder: string): PageFiles {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => TYPES[extname(name)] !== undefined)
      .map((name) => [`/${name.split(sep).join("/")}`, toPageFile(name, readFileSync(join(folder, name)))]),
  );
}

export function toPageFile(name: string, bytes: Uint8Array): PageFile {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, type: TYPES[extname(name)] ?? "application/octet-stream", etag };
}
