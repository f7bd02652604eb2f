import { describe, expect, it } from "vitest";
import type { FinishedRun } from "../experiment-log.ts";
import { sampleData, sampleRun, sampleRuns } from "../testing/sample-data.ts";
import { viewOf } from "./hypothesis.ts";
import { hypotheses } from "./index.ts";

const good = sampleRuns("kiln");

function outcomes(runs: readonly FinishedRun[]): Record<string, string> {
  const view = viewOf(sampleData(runs), "kiln");
  return Object.fromEntries(hypotheses.map(({ id, judge }) => [id, judge(view).outcome]));
}

/** The good runs, one of them replaced. */
function instead(run: FinishedRun): FinishedRun[] {
  return [...good.filter(({ id }) => id !== run.id), run];
}

const immutable = { mode: "immutable", step: "ii" } as const;

describe("hypotheses", () => {
  it("all hold for runs that are as the model says", () => {
    expect(new Set(Object.values(outcomes(good)))).toEqual(new Set(["holds"]));
  });

  it("are not decided by runs that are not there", () => {
    expect(new Set(Object.values(outcomes([])))).toEqual(new Set(["not decided"]));
  });

  it.each<[string, FinishedRun]>([
    ["H1", sampleRun(immutable, { steady: { immutableWatches: 1 } })],
    ["H1", sampleRun(immutable, { steady: { serverWatches: 1 } })],
    ["H1", sampleRun(immutable, { steady: { immutableOpened: 1 } })],
    ["H5", sampleRun(immutable, { figures: { startUpP99: 20 } })],
    ["H6", sampleRun(immutable, { figures: { restartRequests: 6000 } })],
    ["H6", sampleRun({}, { figures: { restartRequests: 100 } })],
    ["H7", sampleRun(immutable, { figures: { contentRefused: 59, contentTaken: 1 } })],
    ["H7", sampleRun(immutable, { figures: { contentRefused: 60, metadataRefused: 1 } })],
    ["H8", sampleRun({ ...immutable, step: "iii" }, { figures: { recreatedReadNew: 39, recreatedReadOld: 1 } })],
    ["H8", sampleRun({ ...immutable, step: "iii" }, { figures: { recreatedReadNew: 39, recreatedMissing: 1 } })],
    ["H8", sampleRun({ ...immutable, step: "i" }, { figures: { recreatedReadNew: 40 } })],
  ])("%s does not hold if a run contradicts it", (id, run) => {
    expect(outcomes(instead(run))[id]).toBe("does not hold");
  });

  it.each([
    ["H3", "serverMiB"],
    ["H3b", "heldMiB"],
  ])("%s does not hold if immutable objects cost as much memory as mutable ones", (id, figure) => {
    const grown = [10, 50, 100].map((nodes) =>
      sampleRun({ ...immutable, nodes }, { steady: { [figure]: 50 + nodes * 2 } }),
    );
    const runs = grown.reduce((others, run) => [...others.filter((other) => other.id !== run.id), run], good);
    expect(outcomes(runs)[id]).toBe("does not hold");
  });
});
