import { statSync } from "node:fs";

/** Size that takes longer than a second to process, and of which a single file shows no progress. */
const LONG_BYTES = 2_000_000;

/** Prints the size of the files, if it is large, so that a long command has output from its start. */
export function announceSize(what: string, files: readonly string[]): void {
  const bytes = files.reduce((sum, file) => sum + (file === "-" ? 0 : statSync(file).size), 0);
  if (bytes > LONG_BYTES) {
    process.stderr.write(`${what} ${Math.round(bytes / 1e6)} MB ...\n`);
  }
}
