#!/usr/bin/env node
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCompiled } from "./load-compiled.mjs";

// The reader of the output may close it early, as head does: further output is dropped.
process.stdout.on("error", (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPIPE") {
    throw error;
  }
  // Exit code of a program that SIGPIPE ended.
  process.exit(141);
});
const file = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "bundle", "kiln.cjs");
const args = process.argv.slice(2);
const { main } = loadCompiled(file, { require: createRequire(file), use: args[0] ?? "" });
process.exitCode = await main(args);
