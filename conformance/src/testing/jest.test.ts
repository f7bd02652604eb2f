import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const HELPER = fileURLToPath(new URL("../../../packages/testing/dist/helper/index.js", import.meta.url));

/** A file of tests as a user of jest writes it: the hooks are its globals. */
const FILE = `
import { START, useForks } from ${JSON.stringify(HELPER)};
const MAPS = "/api/v1/namespaces/default/configmaps";
const kiln = useForks({ beforeAll, afterAll, beforeEach, afterEach }, { start: () => START() });
const names = new Set();
test.each(["first", "second"])("the %s", async (name) => {
  const body = JSON.stringify({ metadata: { name: "mine" } });
  const made = await kiln.fork.fetch(MAPS, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(made.status).toBe(201);
  await kiln.fork.expectWrites("configmaps", { times: 1 });
  names.add(kiln.fork.name);
  expect(names.size).toBe(name === "first" ? 1 : 2);
});
`;

/** Fetches jest: `npm run test:helpers`. */
it.runIf(process.env.KILN_HELPERS === "all")(
  "useForks() gives every test of jest a cluster of its own, in process and over HTTP",
  { timeout: 600_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "kiln-jest-"));
    try {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", jest: { transform: {} } }));
      for (const start of ["startInProcess", "startKiln"]) {
        writeFileSync(join(folder, `${start}.test.js`), FILE.replaceAll("START", start));
      }
      const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
      const run = (program: string, args: readonly string[]) =>
        spawnSync(program, args, { cwd: folder, env, encoding: "utf8" });
      const installed = run("npm", ["install", "--no-audit", "--no-fund", "jest@30"]);
      expect(installed.status, installed.stderr).toBe(0);
      const jest = join("node_modules", "jest", "bin", "jest.js");
      const { stdout, stderr } = run(process.execPath, ["--experimental-vm-modules", jest, "--testTimeout=60000"]);
      expect(stderr + stdout).toMatch(/Tests: +4 passed, 4 total/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
