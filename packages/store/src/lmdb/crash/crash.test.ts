import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { runCrashes } from "./run-crashes.ts";

// The short form of `npm run test:crash`.
it("loses nothing that was acknowledged when it is killed", { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "kiln-crash-"));
  const writerScript = fileURLToPath(new URL("../../../dist/crash-test-writer.mjs", import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL("./writer-process.ts", import.meta.url))],
    outfile: writerScript,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const report = await runCrashes({ directory, writerScript, kills: 3, random: seededRandom(3) });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});
