import { describe, expect, it } from "vitest";
import { checkGaps, readKnownGaps } from "./known-gaps.ts";
import { runReplay } from "./run-replay.ts";
import { readScenarios } from "./scenario.ts";

/** Every verb, watches, large lists, bodies in other encodings, and refusals. `npm run replay -- --http2 node` plays all. */
const PLAYED = [
  "crud-configmap",
  "http-errors",
  "http-media",
  "list-paging",
  "watch-events",
  "apply-basics-1",
  "table-columns",
];

describe.each(["own", "node"] as const)("HTTP/2, implementation %s", (http2) => {
  it("answers a part of the recordings as HTTP/1.1 does", async () => {
    const scenarios = readScenarios(PLAYED);
    expect(scenarios.length).toBeGreaterThanOrEqual(PLAYED.length);
    const results = await runReplay(scenarios, { concurrency: 4, http2 });
    const gaps = readKnownGaps();
    expect(results.flatMap((result) => checkGaps(result, gaps))).toEqual([]);
  }, 120_000);
});
