import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { seededRandom } from "../testing/seeded-random.ts";
import { findEtcd, startEtcd } from "../testing/start-etcd.ts";
import { createEmbeddedTarget, createEtcdTarget, createWorkerTarget } from "./crash-target.ts";
import { runCrashes } from "./run-crashes.ts";

const program = findEtcd();
const kills = 3;

// The short form of `npm run test:crash`.
it("loses nothing that was acknowledged when it is killed", { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "kiln-crash-"));
  const target = createEmbeddedTarget(directory);
  const report = await runCrashes({ target, writerScript: await buildWriter(), kills, random: seededRandom(3) });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});

it("loses nothing when a worker or the owner of its store is killed", { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "kiln-crash-"));
  const target = createWorkerTarget(directory);
  const report = await runCrashes({ target, writerScript: await buildWriter(), kills: 4, random: seededRandom(3) });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});

it.skipIf(program === undefined)("loses nothing on etcd either", { timeout: 120_000 }, async () => {
  const etcd = await startEtcd(program!);
  try {
    const target = createEtcdTarget(etcd);
    const report = await runCrashes({ target, writerScript: await buildWriter(), kills, random: seededRandom(3) });
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  } finally {
    await etcd.close();
  }
});

async function buildWriter(): Promise<string> {
  const writerScript = fileURLToPath(new URL("../../dist/crash-test-writer.mjs", import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL("./writer-process.ts", import.meta.url))],
    outfile: writerScript,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return writerScript;
}
