import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runKiln } from "../import/run-kiln.ts";
import { findProgram } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

/** `npm run test:helm` builds one. */
const helm = process.env.KILN_HELM ?? findProgram("helm");
const chart = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "charts", "shop");

describe.skipIf(helm === undefined)("helm", () => {
  let server: ServeProcess;

  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory", "--testing"]);
  });

  afterAll(() => server.close());

  function run(...args: string[]): string {
    const env = { PATH: process.env.PATH ?? "", HOME: server.folder, KUBECONFIG: server.kubeconfig };
    const { status, stdout, stderr } = spawnSync(helm as string, args, { encoding: "utf8", env, timeout: 60_000 });
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: expect.not.stringContaining("Error") });
    return stdout;
  }

  const releases = () => JSON.parse(run("list", "--namespace", "bakery", "--output", "json")) as { revision: string }[];
  const manifest = () => run("get", "manifest", "front", "--namespace", "bakery");

  it("installs a chart with its CRD, its hook and a look at the cluster", () => {
    const said = run("install", "front", chart, "--namespace", "bakery", "--create-namespace");
    expect(said).toContain("STATUS: deployed");
    expect(releases()).toMatchObject([{ name: "front", revision: "1", status: "deployed", chart: "shop-0.1.0" }]);
    const hooks = run("get", "hooks", "front", "--namespace", "bakery");
    expect(hooks).toContain('namespace: "kube-system"');
  }, 120_000);

  it("finds nothing left to do for what is installed, as the server sees it", () => {
    const said = run("upgrade", "front", chart, "--namespace", "bakery", "--dry-run=server");
    expect(said).toContain("greeting: hello");
  }, 120_000);

  it("upgrades it, rolls it back and remembers both", () => {
    run("upgrade", "front", chart, "--namespace", "bakery", "--set", "greeting=goodbye,replicas=3");
    expect(manifest()).toContain("greeting: goodbye");
    run("rollback", "front", "1", "--namespace", "bakery");
    expect(manifest()).toContain("greeting: hello");
    const history = JSON.parse(run("history", "front", "--namespace", "bakery", "--output", "json")) as JSON[];
    expect(history).toMatchObject([
      { revision: 1, status: "superseded" },
      { revision: 2, status: "superseded" },
      { revision: 3, status: "deployed", description: "Rollback to 1" },
    ]);
  }, 120_000);

  it("upgrades a chart on a fork of a copy, which shows what the upgrade would do", async () => {
    const trial = join(server.folder, "trial.kubeconfig");
    const base = ["--kubeconfig", server.kubeconfig];
    const target = ["--snapshot", "production", "--server", server.kubeconfig, "--include-secrets", "--rate", "200"];
    expect(await runKiln("import", ...base, ...target)).toMatchObject({ code: 0 });
    const from = ["--from-snapshot", "production", "--output", trial];
    expect(await runKiln("fork", "trial", ...from, ...base)).toMatchObject({ code: 0 });
    const set = ["--set", "replicas=5", "--kubeconfig", trial];
    expect(run("upgrade", "front", chart, "--namespace", "bakery", ...set)).toContain("REVISION: 4");
    const { code, out } = await runKiln("diff", "trial", ...base);
    expect(code).toBe(1);
    expect(out).toContain("--- start/apps/deployments/bakery/front");
    expect(out).toMatch(/^- {2}replicas: 2\n\+ {2}replicas: 5$/m);
    expect(out).toContain("+++ fork/core/secrets/bakery/sh.helm.release.v1.front.v4");
    expect(manifest()).toContain("replicas: 2");
  }, 120_000);

  it("waits until what it uninstalls is gone", () => {
    expect(run("uninstall", "front", "--namespace", "bakery", "--wait")).toContain('release "front" uninstalled');
    expect(releases()).toEqual([]);
  }, 120_000);
});
