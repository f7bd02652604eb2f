#!/usr/bin/env node
import module from "node:module";

// Where Node can (22 and later), what was compiled once is kept for the next start.
module.enableCompileCache?.();
const { main } = await import("../dist/bundle/main.js");
process.exitCode = await main(process.argv.slice(2));
