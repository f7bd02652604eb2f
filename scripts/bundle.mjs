#!/usr/bin/env node
// Bundles the kiln command into a few files: the process starts several times faster than from hundreds of modules.
// What is imported on demand (backends, the certificate library) stays in files of its own.

import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const cli = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "cli");

const outdir = join(cli, "dist", "bundle");
rmSync(outdir, { recursive: true, force: true });
await build({
  // The second is what `kiln lint` starts threads with; it is looked for beside the file that does so.
  entryPoints: { main: join(cli, "dist", "main.js"), "lint-thread": join(cli, "dist", "lint", "lint-thread.js") },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Native code cannot be bundled; both find their binary beside themselves.
  external: ["lmdb", "oxc-parser"],
  // Bundled CommonJS packages still call require for Node's own modules.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  // Half the bytes are half the time to read them. Names stay, so that a stack trace can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  logLevel: "warning",
});
