import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildScript } from "../../testing/build-script.ts";
import { temporaryFolder } from "../../testing/index.ts";
import { runReaders } from "./run-readers.ts";

const folder = temporaryFolder("readers");
let readerScript: URL;
beforeAll(async () => {
  readerScript = await buildScript(new URL("./reader-thread.ts", import.meta.url), folder.path);
});
afterAll(() => folder.remove());

// Short form of `npm run test:readers`, which makes a million reads.
it.skipIf(process.platform !== "linux")("never shows a reader a torn, missing or mixed set", async () => {
  const directory = join(folder.path, "volume");
  mkdirSync(directory);
  const report = await runReaders({ directory, readerScript, readers: 2, reads: 40_000 });
  expect(report.faults).toEqual([]);
  expect(report.reads).toBeGreaterThanOrEqual(40_000);
  expect(report.generations).toBeGreaterThan(10);
});

it.skipIf(process.platform !== "linux")("would notice a writer that writes in place", async () => {
  const directory = join(folder.path, "in-place");
  mkdirSync(directory);
  const report = await runReaders({ directory, readerScript, readers: 2, reads: 1_000_000, isInPlace: true });
  expect(report.faults.join("\n")).toMatch(/torn|generations/);
});
