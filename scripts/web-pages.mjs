#!/usr/bin/env node
// Builds the web pages that the kiln command serves: `node scripts/web-pages.mjs [NAME...] [--out FOLDER]`.

import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildPage } from "./build-page.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Beside the bundle of the command, in a checkout and in the npm package. */
const BUILT = join(ROOT, "packages", "cli", "dist", "pages");

/** Packages with an index.html. */
export const WEB_PAGES = [
  { name: "console", hasServer: true },
  { name: "playground", hasServer: false },
];

/**
 * @param {{ out?: string, names?: readonly string[] }} [options]
 * @returns {Promise<{ name: string, compressedBytes: number }[]>}
 */
export async function buildWebPages({ out = BUILT, names = WEB_PAGES.map((page) => page.name) } = {}) {
  const built = [];
  for (const { name, hasServer } of WEB_PAGES.filter((page) => names.includes(page.name))) {
    const files = await buildPage({ root: join(ROOT, "packages", name), out: join(out, name), hasServer });
    built.push({ name, compressedBytes: files.reduce((sum, file) => sum + file.compressedBytes, 0) });
  }
  return built;
}

/**
 * Pages as assets of the single executable, and their list.
 *
 * @param {string} folder with the built pages
 * @param {string} listFile written here
 * @returns {Record<string, string>} file by asset
 */
export function listPageAssets(folder, listFile) {
  /** @type {Record<string, string[]>} */
  const list = {};
  /** @type {Record<string, string>} */
  const assets = { "pages.json": listFile };
  for (const { name } of WEB_PAGES) {
    const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    list[name] = files.map((file) =>
      file
        .slice(join(folder, name).length + 1)
        .split(sep)
        .join("/"),
    );
    for (const file of list[name]) {
      assets[`pages/${name}/${file}`] = join(folder, name, file);
    }
  }
  writeFileSync(listFile, JSON.stringify(list));
  return assets;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
  const names = positionals.length === 0 ? {} : { names: positionals };
  for (const { name, compressedBytes } of await buildWebPages({ ...values, ...names })) {
    console.log(`${name}: ${(compressedBytes / 1000).toFixed(0)} KB compressed`);
  }
}
