import { createRequire } from "node:module";

/** One line. The file is found by a name of the package's own: this code runs from its source, built and bundled. */
export function printVersion(): string {
  const { version } = createRequire(import.meta.url)("#package") as { readonly version: string };
  return `kiln ${version} (Node ${process.versions.node})\n`;
}
