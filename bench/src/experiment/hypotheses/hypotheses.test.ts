import { describe, expect, it } from "vitest";
import type { FinishedRun } from "../experiment-log.ts";
import { pointKey } from "../plan/point.ts";
import { COLUMNS } from "../sampler.ts";
import { SIZES, sampleData, sampleRun, sampleRuns } from "../testing/sample-data.ts";
import { viewOf } from "./hypothesis.ts";
import { hypotheses } from "./index.ts";

const good = sampleRuns("kiln");
const [REQUESTS, SERVER_CPU] = [COLUMNS.indexOf("requests"), COLUMNS.indexOf("serverCpu")];

function outcomes(runs: readonly FinishedRun[]): Record<string, string> {
  const view = viewOf(sampleData(runs), "kiln");
  return Object.fromEntries(hypotheses.map(({ id, judge }) => [id, judge(view).outcome]));
}

/** The good runs, with all runs of one point replaced: a single bad run of five only widens an interval. */
function instead(run: FinishedRun): FinishedRun[] {
  const key = pointKey(run.point);
  const repeats = [1, 2, 3, 4, 5].map((repeat) => ({ ...run, repeat, id: `${key} #${repeat}` }));
  return [...good.filter(({ point }) => pointKey(point) !== key), ...repeats];
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
    const grown = SIZES.map((size) =>
      sampleRun({ ...immutable, ...size }, { steady: { [figure]: 50 + size.nodes * size.podsPerNode * 0.05 } }),
    );
    const runs = grown.reduce((others, run) => {
      const key = pointKey(run.point);
      const repeats = [1, 2, 3, 4, 5].map((repeat) => ({ ...run, repeat, id: `${key} #${repeat}` }));
      return [...others.filter(({ point }) => pointKey(point) !== key), ...repeats];
    }, good);
    expect(outcomes(runs)[id]).toBe("does not hold");
  });

  it("are not decided by fewer than five runs of a point", () => {
    const few = good.filter(({ repeat }) => repeat < 5);
    expect(outcomes(few)).toMatchObject({ H2: "not decided", H4: "not decided", H5: "not decided" });
    expect(outcomes(good.filter(({ repeat }) => repeat === 1))).toMatchObject({ H1: "not decided", H3: "not decided" });
  });

  it("H2 is not decided where mutable objects make no more requests than no mounts", () => {
    const quiet = good.map((run) => ({
      ...run,
      rows: run.rows.map((row) => row.map((v, i) => (i === REQUESTS ? 0 : v))),
    }));
    expect(outcomes(quiet).H2).toBe("not decided");
  });

  it("H4 is not decided where intervals overlap", () => {
    const noisy = good.map((run) => ({
      ...run,
      rows: run.rows.map((row) => row.map((v, i) => (i === SERVER_CPU ? Number(v) * run.repeat ** 3 : v))),
    }));
    expect(outcomes(noisy).H4).toBe("not decided");
  });

  it("H5 does not hold by pods that never started", () => {
    const runs = instead(sampleRun(immutable, { figures: { startUpMissing: 100, startUpP99: 300 } }));
    expect(outcomes(runs).H5).toBe("does not hold");
  });

  it("H6 leaves out runs whose watches did not come back", () => {
    const view = viewOf(
      sampleData(instead(sampleRun({}, { figures: { restartMissing: 7, restartRequests: 1 } }))),
      "kiln",
    );
    const verdict = hypotheses.find(({ id }) => id === "H6")?.judge(view);
    expect(verdict).toMatchObject({ outcome: "not decided" });
  });
});
