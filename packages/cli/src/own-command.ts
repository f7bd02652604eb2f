import { createRequire } from "node:module";

/** The words that start this kiln again. Found by a name of the package's own: this code runs from source, built and bundled. */
export function ownCommand(): readonly string[] {
  return [process.execPath, createRequire(import.meta.url).resolve("#command")];
}
