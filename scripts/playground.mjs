#!/usr/bin/env node
// Builds the playground into out/playground: a folder that any web server can host.

import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildPage } from "./build-page.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** @param {string} out */
export function buildPlayground(out = join(ROOT, "out", "playground")) {
  return buildPage({ root: join(ROOT, "packages", "playground"), out, hasServer: false });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const out = join(ROOT, "out", "playground");
  const files = await buildPlayground(out);
  const sum = files.reduce((total, { compressedBytes }) => total + compressedBytes, 0);
  console.log(`${relative(process.cwd(), out)}: ${files.length} files, ${(sum / 1e6).toFixed(2)} MB compressed`);
  console.log("serve it: kiln playground, or any web server");
}
