// Creates the executable of this platform and runs it in a root file system that contains only the C libraries. Runs
// only with KILN_PACKAGE_TOOLS=all (npm run test:package), because it downloads Node.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { libraries } from "../image.mjs";
import { hostName, makeExecutable } from "./executable.mjs";

const MAX_BYTES = 130e6;
const isWanted = process.env.KILN_PACKAGE_TOOLS === "all" && process.platform === "linux";
const root = mkdtempSync(join(tmpdir(), "kiln-executable-"));
const kiln = join(root, "kiln");

describe.skipIf(!isWanted)("the executable", () => {
  beforeAll(async () => {
    const out = await makeExecutable(hostName(), kiln);
    for (const library of libraries(out)) {
      const copy = join(root, library);
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(realpathSync(library), copy);
    }
    mkdirSync(join(root, "tmp"));
    mkdirSync(join(root, "home"));
  }, 300_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("is one file of at most 130 MB", () => {
    expect(statSync(kiln).size).toBeLessThan(MAX_BYTES);
  });

  it("says which version it is", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8"));
    const { stdout } = spawnSync(...inRoot("--version"), { encoding: "utf8" });
    expect(stdout).toMatch(`kiln ${version} (Node `);
  });

  it.each(["lmdb", "memory"])(
    "serves from an otherwise empty root, with --store %s",
    async (store) => {
      const data = `/home/${store}`;
      const server = spawn(...inRoot("serve", "--store", store, "--listen", "127.0.0.1:0", "--data-dir", data));
      const ended = once(server, "exit");
      try {
        const [line] = await once(createInterface({ input: server.stdout }), "line");
        const url = String(line).split(" ")[1];
        const answer = await new Promise((resolve, reject) => {
          get(`${url}/readyz`, { rejectUnauthorized: false }, resolve).on("error", reject);
        });
        answer.resume();
        expect(answer.statusCode).toBe(200);
        // The native part of the store was loaded from this folder.
        expect(readdirSync(join(root, "tmp"))).toEqual([]);
      } finally {
        server.kill();
      }
      expect(await ended).toEqual([0, null]);
    },
    60_000,
  );
});

/**
 * Command that runs in the root file system. Users other than root get a user namespace in which they are root.
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
function inRoot(...args) {
  const command = ["chroot", root, "/kiln", ...args];
  const [program = "", ...rest] = process.getuid?.() === 0 ? command : ["unshare", "--map-root-user", ...command];
  return [program, rest];
}
