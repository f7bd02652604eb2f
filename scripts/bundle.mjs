#!/usr/bin/env node
// Bundles the kiln command into a few files: the process starts several times faster than from hundreds of modules.
// Code imported on demand (backends, the certificate library) stays in files of its own.

import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const BUILT = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "cli", "dist");

/** Native code cannot be bundled; both find their binary beside themselves. */
export const EXTERNAL = ["lmdb", "oxc-parser"];

/**
 * An import of these modules reads all their exports, and some of those load much of Node: `WebSocket` of node:http the whole of
 * fetch (26 ms of the start on Node 24), `webcrypto` of node:crypto another set of algorithms. A require reads none.
 */
const LAZY_BUILTINS = /^node:(http|https|crypto)$/;

/** @type {import("esbuild").Plugin} */
const requireBuiltins = {
  name: "require-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LAZY_BUILTINS }, ({ path, kind }) =>
      kind === "require-call" ? { path, external: true } : { path, namespace: "required" },
    );
    onLoad({ filter: LAZY_BUILTINS, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** @type {import("esbuild").BuildOptions} */
export const SETTINGS = {
  bundle: true,
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  plugins: [requireBuiltins],
  // Half the bytes are half the time to read them. Names stay, so that a stack trace can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
};

/**
 * ES modules: the command, the script of its threads (looked for beside the file that starts them), and `more`.
 *
 * @param {string} outdir emptied first
 * @param {{ more?: Record<string, string>, sourcemap?: boolean }} [options]
 */
export async function bundleModules(outdir, { more = {}, sourcemap = true } = {}) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...SETTINGS,
    entryPoints: { main: join(BUILT, "main.js"), "lint-thread": join(BUILT, "lint", "lint-thread.js"), ...more },
    outdir,
    splitting: true,
    format: "esm",
    sourcemap,
    // Bundled CommonJS packages still call require for Node's own modules.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
}

/**
 * One CommonJS file.
 *
 * @param {string} outfile
 * @param {import("esbuild").StdinOptions} source
 * @param {import("esbuild").BuildOptions} [more]
 */
export async function bundleCommonJs(outfile, source, more = {}) {
  await build({
    ...SETTINGS,
    stdin: source,
    outfile,
    format: "cjs",
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    ...more,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await bundleModules(join(BUILT, "bundle"));
}
