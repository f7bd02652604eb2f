import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKubectl } from "../kubectl/run-kubectl.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "deploy", "agent");
const kubectl = findKubectls().at(-1);

describe.skipIf(kubectl === undefined && !mustHavePrograms())("deploy/agent", () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
  }, 60_000);
  afterAll(() => server?.close());

  it("renders, and a server takes all of it", async () => {
    const program = kubectl ?? "kubectl";
    const rendered = execFileSync(program, ["kustomize", FOLDER], { encoding: "utf8" });
    const run = createKubectl(program, server);
    // A dry run does not create the namespace for the objects after it.
    await run("create namespace kiln-agent");
    const said = await run("apply --dry-run=server -f -", { input: rendered });
    expect(said.trim().split("\n").sort()).toEqual([
      "daemonset.apps/kiln-agent created (server dry run)",
      "namespace/kiln-agent configured (server dry run)",
    ]);
  });

  it("names only flags that the agent has", () => {
    const rendered = execFileSync(kubectl ?? "kubectl", ["kustomize", FOLDER], { encoding: "utf8" });
    const used = [...rendered.matchAll(/^ *- (--[a-z-]+)=/gm)].map(([, flag]) => String(flag));
    const kiln = join(FOLDER, "..", "..", "packages", "cli", "bin", "kiln.mjs");
    const help = execFileSync(process.execPath, [kiln, "agent", "--help"], { encoding: "utf8" });
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((flag) => !help.includes(`  ${flag} `))).toEqual([]);
  });
});
