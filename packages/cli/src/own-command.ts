import { createRequire } from "node:module";
import { executableFiles } from "./executable.ts";

/**
 * Command line that starts this kiln again. Its file is found by package name, because kiln may be built or bundled.
 */
export function ownCommand(): readonly string[] {
  return executableFiles() === undefined
    ? [process.execPath, createRequire(import.meta.url).resolve("#command")]
    : [process.execPath];
}
