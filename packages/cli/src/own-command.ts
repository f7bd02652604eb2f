import { createRequire } from "node:module";
import { executableFiles } from "./executable.ts";

/** The words that start this kiln again. Its file is found by a name of the package's own: it may be built or bundled. */
export function ownCommand(): readonly string[] {
  return executableFiles() === undefined
    ? [process.execPath, createRequire(import.meta.url).resolve("#command")]
    : [process.execPath];
}
