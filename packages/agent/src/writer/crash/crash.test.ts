import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildScript } from "../../testing/build-script.ts";
import { readTree, temporaryFolder } from "../../testing/index.ts";
import { readStamp, SET_PATHS, stampedSet } from "../readers/stamped-set.ts";
import { openVolume, type WriteStep, writeSteps } from "../volume.ts";
import type { CrashOptions } from "./crash-at.ts";

const folder = temporaryFolder("volume-crash");
let script: URL;
beforeAll(async () => {
  script = await buildScript(new URL("./crash-at.ts", import.meta.url), folder.path);
});
afterAll(() => folder.remove());

const publish = (directory: string, generation: number) =>
  openVolume({ directory, clock: createSystemClock(globalThis), fraction: Math.random, graceMs: 0 }).publish(
    stampedSet(generation),
  );

/** Runs a publication that kills itself. Returns the step at which it died; undefined if it completed. */
function crash(options: CrashOptions): WriteStep | undefined {
  const { signal, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(script), JSON.stringify(options)]);
  expect(String(stderr)).toBe("");
  return signal === "SIGKILL" ? (String(stdout) as WriteStep) : undefined;
}

/** Generation whose complete files a reader sees, or "nothing". */
function seenBy(directory: string): number | "nothing" {
  if (!existsSync(join(directory, "..data"))) {
    return "nothing";
  }
  const stamps = SET_PATHS.map((path) => readStamp(path, readFileSync(join(directory, "..data", path), "utf8")));
  expect(new Set(stamps).size).toBe(1);
  return stamps[0] as number;
}

function expectTidy(directory: string): void {
  const names = readdirSync(directory).filter((name) => !/^\.\.\d/.test(name));
  expect(names.sort()).toEqual(["..data", "a", "b", "c", "folder"]);
  expect(Object.keys(readTree(directory))).toHaveLength(SET_PATHS.length + 5);
}

const AFTER_SWAP = writeSteps.slice(writeSteps.indexOf("swap") + 1);

describe.each<[string, number | "nothing", boolean]>([
  ["an update", 1, true],
  ["the first publication", "nothing", false],
])("a crash in %s", (what, before, fsync) => {
  it("leaves the data before it or the data after it, at each step, and the next publication finds its way", () => {
    const died: WriteStep[] = [];
    return untilItSurvives(async (steps) => {
      const directory = join(folder.path, `${what}-${steps}`);
      mkdirSync(directory);
      if (before !== "nothing") await publish(directory, before);
      const step = crash({ directory, generation: 2, steps, fsync });
      if (step !== undefined) died.push(step);
      // Readers see one complete generation even before the next publication repairs the volume.
      const isAfter = step === undefined || AFTER_SWAP.includes(step);
      expect([step, seenBy(directory)]).toEqual([step, isAfter ? 2 : before]);
      // Half of the crashed volumes continue with the new data, half go back to other data.
      const next = steps % 2 === 0 ? 2 : 3;
      await publish(directory, next);
      expect(seenBy(directory)).toBe(next);
      expectTidy(directory);
      expect(await publish(directory, next)).toBe("unchanged");
      return step === undefined;
    }).then(() => {
      expect([...new Set(died)]).toEqual([...writeSteps]);
      // The publication also died before each of its files.
      expect(died).toHaveLength(writeSteps.length - 1 + SET_PATHS.length);
    });
  }, 60_000);
});

async function untilItSurvives(run: (steps: number) => Promise<boolean>): Promise<void> {
  for (let steps = 0; !(await run(steps)); steps++) {
    expect(steps).toBeLessThan(100);
  }
}
