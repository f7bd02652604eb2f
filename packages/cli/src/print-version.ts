import { createRequire } from "node:module";
import { executableFiles } from "./executable.ts";

/** One line. */
export function printVersion(): string {
  return `kiln ${readVersion()} (Node ${process.versions.node})\n`;
}

/** Found by a package name, because this code runs from source, built and bundled. */
function readVersion(): string {
  const packed = executableFiles()?.getAsset("package.json", "utf8");
  const { version } = packed === undefined ? createRequire(import.meta.url)("#package") : JSON.parse(packed);
  return version;
}
