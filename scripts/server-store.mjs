// The embedded store's library for an image of the server: its JavaScript as one file, and its native part in the
// folder where the command looks first.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { fetchPackage } from "./package/fetch-package.mjs";
import { LMDB_VERSION } from "./package/platforms.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const MODULES = join(HERE, "..", "node_modules");

/** Registry package of the native part, by OCI's name of an architecture. */
const NATIVE_PACKAGES = { amd64: "@lmdb/lmdb-linux-x64", arm64: "@lmdb/lmdb-linux-arm64" };

/**
 * @param {string} architecture as OCI spells it
 * @param {{ isOwn: boolean }} options whether it is this machine's, which has the native part already
 * @returns {import("./tar.mjs").TarEntry[]}
 */
export function storeFiles(architecture, { isOwn }) {
  const name = NATIVE_PACKAGES[/** @type {keyof typeof NATIVE_PACKAGES} */ (architecture)];
  const native = isOwn ? join(MODULES, name) : fetchPackage(`${name}@${LMDB_VERSION}`);
  const { outputFiles } = buildSync({
    entryPoints: [join(MODULES, "lmdb", "node-index.js")],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["./build/Release/lmdb.node"],
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    alias: {
      "node-gyp-build-optional-packages": join(HERE, "package", "load-beside.cjs"),
      "msgpackr-extract": join(HERE, "package", "no-accelerator.cjs"),
    },
    logLevel: "error",
  });
  const at = "kiln/node_modules/lmdb";
  return [
    { path: `${at}/package.json`, content: Buffer.from('{ "name": "lmdb", "main": "index.cjs" }\n') },
    { path: `${at}/index.cjs`, content: Buffer.from(outputFiles[0]?.contents ?? []) },
    { path: `${at}/build/Release/lmdb.node`, content: readFileSync(join(native, "node.napi.glibc.node")), mode: 0o755 },
  ];
}
