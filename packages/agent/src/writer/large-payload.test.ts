import { statSync } from "node:fs";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../testing/index.ts";
import { openVolume, type WriteStep } from "./volume.ts";

const folder = temporaryFolder("large");
afterAll(() => folder.remove());

const MIB = 1024 * 1024;
const FILES = 64;

it("writes and compares many files of 1 MiB without a copy of any", async () => {
  const bytes = new Uint8Array(MIB).fill(7);
  const payload = new Map(Array.from({ length: FILES }, (_, i) => [`file-${i}`, { bytes, mode: 0o644 }]));
  const heldBefore = process.memoryUsage().arrayBuffers;
  let most = 0;
  const onStep = (_: WriteStep) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - heldBefore);
  };
  const clock = createSystemClock(globalThis);
  const volume = openVolume({ directory: folder.path, clock, fraction: Math.random, graceMs: 0, onStep });
  expect(await volume.publish(payload)).toBe("written");
  expect(await volume.publish(payload)).toBe("unchanged");
  expect(statSync(join(folder.path, `file-${FILES - 1}`)).size).toBe(MIB);
  // A copy of the payload would take 64 MiB. A comparison reads 64 KiB of a file at once, which garbage collection
  // frees later.
  expect(most).toBeLessThan(16 * MIB);
});
