import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KnownGaps } from "../replay/known-gaps.ts";
import { printCompatibility } from "./print-compatibility.ts";

export const compatibilityFile = join(
  dirname(fileURLToPath(import.meta.url)),
  "..",
  "..",
  "..",
  "docs",
  "compatibility.md",
);

/** Writes the page. A test fails while it is older than its lists. */
export function writeCompatibility(gaps: KnownGaps): void {
  writeFileSync(compatibilityFile, printCompatibility(gaps));
}
