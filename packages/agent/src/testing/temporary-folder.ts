import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder; the caller calls `remove`. */
export function temporaryFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `kiln-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
