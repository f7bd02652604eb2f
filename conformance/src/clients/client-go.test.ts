import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createOvenDefinition } from "./create-oven-definition.ts";
import { clientGaps } from "./known-gaps.ts";

const go = findProgram("go");
const sources = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "go");

it.skipIf(go !== undefined || !mustHavePrograms())("finds go on PATH (otherwise its tests are skipped)", () => {
  expect(go).toBeDefined();
});

/** Runs a test that must fail as long as it is listed as a known gap. */
function check(name: string, test: () => Promise<void>): void {
  const declare = Object.hasOwn(clientGaps, name) ? it.fails : it;
  declare(name, test, 60_000);
}

/** Compiles a program, and runs it against a server of its own. */
function useProgram(name: string) {
  let scratch = "";
  let program = "";
  let server: ServeProcess | undefined;
  // The first compilation takes minutes; Go caches the result.
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "kiln-go-"));
    program = join(scratch, name);
    execFileSync(go as string, ["build", "-o", program, "."], { cwd: join(sources, name), stdio: "pipe" });
    server = await startServeProcess();
    await createOvenDefinition(server.kubeconfig);
  }, 500_000);
  beforeEach(() => server?.ensureRunning());
  afterAll(async () => {
    await server?.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  return (namespace: string, env: Readonly<Record<string, string>> = {}) => {
    const options = { encoding: "utf8", timeout: 40_000, env: { PATH: process.env.PATH ?? "", ...env } } as const;
    const { status, stdout, stderr } = spawnSync(program, [server?.kubeconfig ?? "", namespace], options);
    return { status, lines: stdout.trim().split("\n"), stderr };
  };
}

describe.skipIf(go === undefined)("client-go", () => {
  const runInformer = useProgram("informer");
  const seen = ["added early heat=1", "added late heat=1", "updated late heat=2", "deleted late heat=2"];

  check("a Go informer that lists, then watches", async () => {
    const { status, lines, stderr } = runInformer("default", { KUBE_FEATURE_WatchListClient: "false" });
    expect({ status, lines, stderr }).toEqual({ status: 0, lines: [...seen, "lists=1 watchLists=0"], stderr: "" });
  });

  check("a Go informer that begins with a watch-list", async () => {
    const { status, lines, stderr } = runInformer("kube-public", { KUBE_FEATURE_WatchListClient: "true" });
    expect({ status, lines, stderr }).toEqual({ status: 0, lines: [...seen, "lists=0 watchLists=1"], stderr: "" });
  });
});

describe.skipIf(go === undefined)("typed clients of client-go", () => {
  const runTyped = useProgram("typed");
  const kinds = [
    "configmaps",
    "secrets",
    "serviceaccounts",
    "services",
    "pods",
    "events",
    "deployments",
    "jobs",
    "leases",
  ];
  const others = ["ingresses", "poddisruptionbudgets", "clusterroles", "nodes"];
  const more = ["subresources", "evictions", "tokens", "reviews", "namespaces"];

  check("a Go program that speaks nothing but protobuf", async () => {
    const { status, lines, stderr } = runTyped("default");
    expect({ status, lines, stderr }).toEqual({ status: 0, lines: [...kinds, ...others, ...more], stderr: "" });
  });
});

// Takes minutes to compile: runs only if all programs are required.
describe.skipIf(go === undefined || !mustHavePrograms())("controller-runtime", () => {
  const runController = useProgram("controller");

  check("a Go controller that writes status", async () => {
    const { status, lines, stderr } = runController("default");
    expect({ status, lines, stderr }).toEqual({ status: 0, lines: ["reported 3", "gone controlled"], stderr: "" });
  });
});
