import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findKubectls, findProgram } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

/** `npm run test:helm` builds one. */
const helm = process.env.KILN_HELM ?? findProgram("helm");
const kubectl = findKubectls().at(-1);
const charts = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "charts");
/** Folders or archives of more charts, with commas between them: those of well-known projects. */
const more = (process.env.KILN_CHARTS ?? "").split(",").filter((name) => name !== "");

describe.skipIf(helm === undefined)("helm install --wait on simulated workloads", () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory", "--simulate"]);
  }, 60_000);
  afterAll(() => server.close());

  function run(program: string, ...args: string[]): string {
    const env = { PATH: process.env.PATH ?? "", HOME: server.folder, KUBECONFIG: server.kubeconfig };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env, timeout: 180_000 });
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: expect.not.stringContaining("Error") });
    return stdout;
  }
  const waits = ["--wait", "--wait-for-jobs", "--timeout", "150s"];

  it.each([join(charts, "shop"), join(charts, "stack"), ...more])("ends for %s", { timeout: 200_000 }, (chart) => {
    const release = `r${[join(charts, "shop"), join(charts, "stack"), ...more].indexOf(chart)}`;
    const place = ["--namespace", release];
    expect(run(helm as string, "install", release, chart, ...place, "--create-namespace", ...waits)).toContain(
      "STATUS: deployed",
    );
  });

  it("ends for an upgrade and a rollback of every workload", { timeout: 200_000 }, () => {
    const chart = join(charts, "stack");
    const place = ["--namespace", "stack"];
    run(helm as string, "install", "s", chart, ...place, "--create-namespace", ...waits);
    const set = ["--set", "image=example.com/stack:2,replicas=5"];
    expect(run(helm as string, "upgrade", "s", chart, ...place, ...set, ...waits)).toContain("REVISION: 2");
    run(helm as string, "rollback", "s", "1", ...place, "--wait", "--timeout", "150s");
    run(helm as string, "uninstall", "s", ...place, "--wait");
  });

  it.skipIf(kubectl === undefined)("kubectl rollout status ends, too", { timeout: 120_000 }, () => {
    for (const name of ["deployment/r1-web", "statefulset/r1-db", "daemonset/r1-agent"]) {
      expect(run(kubectl as string, "--namespace", "r1", "rollout", "status", name, "--timeout", "60s")).toMatch(
        /successfully rolled out|roll out complete/,
      );
    }
  });
});
