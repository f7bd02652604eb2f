#!/usr/bin/env node
import module from "node:module";

// Where Node can (22 and later), compiled code is kept for the next start.
module.enableCompileCache?.();
// Also by a server that is killed later; a command that ends by itself keeps it at its end.
setTimeout(() => module.flushCompileCache?.(), 5000).unref();
// A reader of the output may stop before its end, as head does: the rest is then dropped.
process.stdout.on("error", (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPIPE") {
    throw error;
  }
  // Exit code of a program that a closed pipe ended.
  process.exit(141);
});
const { main } = await import("../dist/bundle/main.js");
process.exitCode = await main(process.argv.slice(2));
