import { createRequire } from "node:module";
import { executableFiles } from "./executable.ts";

/** Version of kiln and of its parts, as one line. */
export function printVersion(): string {
  return `kiln ${readVersion()} (Node ${process.versions.node})\n`;
}

/** Version in the package.json, found by package name, because this code runs from source, built and bundled. */
function readVersion(): string {
  const packed = executableFiles()?.getAsset("package.json", "utf8");
  const { version } = packed === undefined ? createRequire(import.meta.url)("#package") : JSON.parse(packed);
  return version;
}
