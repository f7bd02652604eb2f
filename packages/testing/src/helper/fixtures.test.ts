import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as vitest from "vitest";
import { startInProcess, startKiln, useForks } from "./index.ts";

const { describe, expect, it } = vitest;
const MAPS = "/api/v1/namespaces/default/configmaps";

describe.each([
  ["in process", () => startInProcess()],
  ["over HTTP", () => startKiln()],
])("useForks() with vitest, %s", (_, start) => {
  const kiln = useForks(vitest, {
    start,
    setUp: async ({ request }) => void (await request("POST", MAPS, { metadata: { name: "shared" } })),
  });
  const names = new Set<string>();

  it.each(["first", "second"])("gives the %s test a cluster of its own", async (name) => {
    const body = JSON.stringify({ metadata: { name: "mine" } });
    const made = await kiln.fork.fetch(MAPS, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(made.status).toBe(201);
    expect((await kiln.fork.fetch(`${MAPS}/shared`)).status).toBe(200);
    names.add(`${kiln.fork.name} ${name}`);
    expect(names.size).toBe(name === "first" ? 1 : 2);
  });
});

/** A test file as a user of the runner writes it, with the built helper. */
const FILE = `
const MAPS = "/api/v1/namespaces/default/configmaps";
const kiln = useForks(hooks, { start: () => START() });
for (const name of ["first", "second"]) {
  test(name, async () => {
    const body = JSON.stringify({ metadata: { name: "mine" } });
    const made = await kiln.fork.fetch(MAPS, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal(made.status, 201);
    await kiln.fork.expectWrites("configmaps", { times: 1 });
  });
}
`;

describe("useForks() with node:test", () => {
  it.each(["startInProcess", "startKiln"])(
    "gives every test a cluster of its own, by %s()",
    { timeout: 60_000 },
    (start) => {
      const folder = mkdtempSync(join(tmpdir(), "kiln-fixtures-"));
      const helper = pathToFileURL(fileURLToPath(new URL("../../dist/helper/index.js", import.meta.url)));
      const head = `import * as hooks from "node:test";
import assert from "node:assert";
import { ${start}, useForks } from ${JSON.stringify(helper)};
const { test } = hooks;`;
      writeFileSync(join(folder, "operator.test.mjs"), head + FILE.replace("START", start));
      const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
      const { stdout, stderr } = spawnSync(process.execPath, ["--test"], { cwd: folder, env, encoding: "utf8" });
      rmSync(folder, { recursive: true });
      expect(stderr + stdout).toMatch(/pass 2\b/);
    },
  );
});
