import { beforeAll, describe, expect, it } from "vitest";
import { checkGaps, readKnownGaps } from "./known-gaps.ts";
import { runReplay, type ScenarioResult } from "./run-replay.ts";
import { readScenarios } from "./scenario.ts";

describe("Kiln against the recordings of Kubernetes", () => {
  const scenarios = readScenarios([]);
  const gaps = readKnownGaps();
  let results = new Map<string, ScenarioResult>();

  // All at once, because most of the time of a scenario is waiting.
  beforeAll(async () => {
    const all = await runReplay(scenarios, { concurrency: 8 });
    results = new Map(all.map((result) => [result.name, result]));
  }, 170_000);

  it.each(scenarios.map(({ name }) => name))("answers %s as recorded, known gaps aside", (name) => {
    expect(checkGaps(results.get(name) as ScenarioResult, gaps).join("\n")).toBe("");
  });

  it("lists gaps of recordings that exist only", () => {
    const names = new Set(readScenarios([]).map(({ name }) => name));
    expect(Object.keys(gaps).filter((name) => !names.has(name))).toEqual([]);
  });
});
