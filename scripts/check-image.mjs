#!/usr/bin/env node
// Runs the programs of an image that scripts/image.mjs wrote, for each of its platforms: this machine's natively,
// others with the emulator of Debian's package qemu-user-static. Uses only the Node and libraries in the image.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const USAGE = "usage: npm run image:check -- FILE";

/** Names of an architecture in Node and in QEMU, by its name in OCI. */
const ARCHITECTURES = {
  amd64: { node: "x64", qemu: "qemu-x86_64" },
  arm64: { node: "arm64", qemu: "qemu-aarch64" },
};

/** @typedef {{ digest: string, platform?: { architecture: string }, mediaType: string }} Descriptor */

/** @param {string} name */
function findProgram(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Command that runs a platform's Node in a root file system; undefined if this machine cannot.
 *
 * @param {string} architecture
 * @param {string} root
 */
function runnerOf(architecture, root) {
  const found = ARCHITECTURES[/** @type {keyof typeof ARCHITECTURES} */ (architecture)];
  const node = join(root, "usr/local/bin/node");
  if (found?.node === process.arch) {
    return [node];
  }
  const qemu = findProgram(`${found?.qemu}-static`) ?? findProgram(String(found?.qemu));
  return qemu === undefined ? undefined : [qemu, "-L", root, node];
}

/**
 * @param {readonly string[]} runner
 * @param {string} root
 */
async function checkPlatform(runner, root) {
  const [program = "", ...words] = [...runner, join(root, "kiln/bin/kiln.mjs")];
  const version = execFileSync(program, [...words, "version"], { encoding: "utf8" }).trim();
  const data = join(root, "..", "data");
  // In memory: the embedded store maps 64 GiB of addresses, which ends with a segmentation fault under QEMU 7.2.
  const args = ["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", data];
  const child = spawn(program, [...words, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise((resolveUrl, reject) => {
      let said = "";
      child.once("exit", (code, signal) => reject(new Error(`kiln serve ended: ${code ?? signal}`)));
      child.stdout.on("data", (chunk) => {
        said += chunk;
        const [, found] = /^ready (\S+) in/m.exec(said) ?? [];
        if (found !== undefined) {
          resolveUrl(found);
        }
      });
    });
    const status = await new Promise((resolveStatus, reject) => {
      get(`${url}/readyz`, { rejectUnauthorized: false }, (answer) => {
        answer.resume();
        resolveStatus(answer.statusCode);
      }).on("error", reject);
    });
    if (status !== 200) {
      throw new Error(`/readyz was answered ${status}`);
    }
    return version;
  } finally {
    child.kill("SIGKILL");
  }
}

/** @param {readonly string[]} args */
async function main([file]) {
  if (file === undefined || !existsSync(file)) {
    console.error(`image:check: there is no file ${file ?? ""}; ${USAGE}`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "kiln-check-image-"));
  try {
    execFileSync("tar", ["-xf", resolve(file)], { cwd: folder });
    const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(folder, path), "utf8"));
    const blobOf = (/** @type {Descriptor} */ { digest }) => `blobs/${digest.replace(":", "/")}`;
    const [top] = read("index.json").manifests;
    /** @type {Descriptor[]} */
    const manifests = top.mediaType.includes("index") ? read(blobOf(top)).manifests : [top];
    let failed = 0;
    for (const manifest of manifests) {
      const { layers, config } = read(blobOf(manifest));
      const { architecture } = read(blobOf(config));
      const root = join(folder, architecture, "root");
      mkdirSync(root, { recursive: true });
      execFileSync("tar", ["-xzf", join(folder, blobOf(layers[0])), "-C", root]);
      const runner = runnerOf(architecture, root);
      if (runner === undefined) {
        console.log(`linux/${architecture}: skipped: no emulator (Debian: apt-get install qemu-user-static)`);
        failed += (process.env.KILN_REQUIRE_PROGRAMS ?? "") === "" ? 0 : 1;
        continue;
      }
      const version = await checkPlatform(runner, root);
      console.log(`linux/${architecture}: ${version}, serves${runner.length > 1 ? ` (with ${runner[0]})` : ""}`);
    }
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main(process.argv.slice(2));
