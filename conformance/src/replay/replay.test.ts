import { beforeAll, describe, expect, it } from "vitest";
import { checkGaps, readKnownGaps } from "./known-gaps.ts";
import { runReplay, type ScenarioResult } from "./run-replay.ts";
import { readScenarios } from "./scenario.ts";

/** Scenarios that depend on time: a controller's first pass must not be over yet; 30 documents of 2 MB, each within 8 s. */
const PLAYED_ALONE = new Set(["namespace", "openapi-v2"]);

describe("Kiln against the recordings of Kubernetes", () => {
  const scenarios = readScenarios([]);
  const gaps = readKnownGaps();
  let results = new Map<string, ScenarioResult>();

  // Most of the time of a scenario is waiting, so eight are played at a time.
  beforeAll(async () => {
    const alone = scenarios.filter(({ name }) => PLAYED_ALONE.has(name));
    const together = scenarios.filter(({ name }) => !PLAYED_ALONE.has(name));
    const all = [...(await runReplay(alone, { concurrency: 1 })), ...(await runReplay(together, { concurrency: 8 }))];
    results = new Map(all.map((result) => [result.name, result]));
  }, 300_000);

  it.each(scenarios.map(({ name }) => name))("answers %s as recorded, known gaps aside", (name) => {
    expect(checkGaps(results.get(name) as ScenarioResult, gaps).join("\n")).toBe("");
  });

  it("lists gaps of recordings that exist only", () => {
    const names = new Set(readScenarios([]).map(({ name }) => name));
    expect(Object.keys(gaps).filter((name) => !names.has(name))).toEqual([]);
  });
});
