import { createRequire, isBuiltin } from "node:module";

interface ExecutableFiles {
  isSea(): boolean;
  getAsset(name: string, encoding: "utf8"): string;
  getRawAsset(name: string): ArrayBuffer;
}

/** Files inside the single executable; undefined where Node runs kiln from a package. */
export function executableFiles(): ExecutableFiles | undefined {
  // The module does not exist before Node 20.12.
  if (!isBuiltin("node:sea")) {
    return undefined;
  }
  const sea = createRequire(import.meta.url)("node:sea") as ExecutableFiles;
  return sea.isSea() ? sea : undefined;
}
