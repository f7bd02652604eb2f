import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-installing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands of the README, with this checkout and a temporary folder in place of the reader's. */
const commands = [...readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^ {4}npm (install .*?) +#/gm)].map(
  ([, words = ""]) => words.replace(/\.\/|\/path\/to\/kiln\//, ROOT).split(/ +/),
);

describe("what the README says about installing", () => {
  it("gives the command, the server for tests and the types", () => {
    writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
    expect(commands.map((words) => words.at(-1)?.split("/").at(-1))).toEqual(["cli", "apiserver", "markers"]);
    // The installed packages are links, and need no registry.
    const quiet = ["--offline", "--no-audit", "--no-fund", "--prefix", folder];
    for (const words of commands) {
      execFileSync("npm", [...words, ...quiet], { cwd: folder, stdio: "pipe" });
    }
    const options = { cwd: folder, encoding: "utf8" } as const;
    expect(execFileSync(join(folder, "bin", "kiln"), ["--version"], options)).toMatch(/^kiln \d/);
    const program = `
      import { startTestServer } from "@kiln/apiserver/testing";
      import * as types from "@kiln/markers/types";
      const server = await startTestServer();
      console.log((await server.send("GET", "/readyz")).text, Object.keys(types).length);
      await server.close();`;
    const args = ["--input-type=module", "--eval", program];
    expect(execFileSync(process.execPath, args, options)).toBe("ok 0\n");
  }, 60_000);
});
