import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { predict } from "../model.ts";
import { FORMS } from "../plan/forms.ts";
import { makePlan } from "../plan/make-plan.ts";
import { CENTRE, type Point, pointKey, type ServerName } from "../plan/point.ts";
import { FULL_SCALE } from "../plan/sweeps.ts";
import { CACHE_SECONDS, syncSeconds } from "../plan/timing.ts";
import { COLUMNS, type Column } from "../sampler.ts";

const PHASES = ["before", "start-up", "steady"];
const KIB_PER_WATCH = 32;

export interface SampleOptions {
  readonly repeat?: number;
  readonly figures?: Readonly<Record<string, number>>;
  readonly steady?: Partial<Record<Column, number>>;
}

/** A run as the model predicts it, in which a watch costs 32 KiB and a hundredth of a percent of a core. */
export function sampleRun(
  changes: Partial<Point>,
  { repeat = 1, figures = {}, steady = {} }: SampleOptions = {},
): FinishedRun {
  const point: Point = { ...CENTRE, ...changes };
  const model = predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS });
  const atRest = {
    serverMiB: 100 + (model.openWatches * KIB_PER_WATCH) / 1024,
    heldMiB: 50 + (model.openWatches * KIB_PER_WATCH) / 1024,
    mutableWatches: model.openWatches,
    serverWatches: model.openWatches,
    ...steady,
  };
  const seconds = Array.from({ length: 10 }, (_, second) =>
    row({
      phase: 2,
      ...atRest,
      seconds: 10 + second,
      serverCpu: 1 + second * (0.01 + model.openWatches * 1e-4) * 1,
      requests: second * model.renewalsPerSecond * FORMS.rest.renewalFactor,
      serverWatches: null,
    }),
  );
  return {
    id: `${pointKey(point)} #${repeat}`,
    point,
    repeat,
    startedAt: "2026-01-01T00:00:00.000Z",
    seconds: 40,
    phases: PHASES,
    figures: {
      startUpP99: 2 + model.references / 1000,
      restartWatches: model.openWatches,
      restartPodWatches: point.nodes,
      restartRequests: point.nodes + 2 * model.openWatches,
      ...figures,
    },
    rows: [
      row({ phase: 0, seconds: 0, serverMiB: 100, heldMiB: 50, serverWatches: 0 }),
      ...seconds,
      row({ phase: 2, ...atRest, seconds: 20 }),
    ],
  };
}

function row(values: Partial<Record<Column, number | null>>): (number | null)[] {
  return COLUMNS.map((column) => (values[column] === undefined ? 0 : values[column]));
}

const { centre, few, wide } = FULL_SCALE;
export const SIZES = [centre, few, wide];

/** Enough runs of all kinds to decide every hypothesis. */
export function sampleRuns(server: ServerName): FinishedRun[] {
  const immutable = { server, mode: "immutable", step: "ii" } as const;
  const updates = { contentRefused: 60, contentTaken: 0, metadataTaken: 60, metadataRefused: 0 };
  const replaced = { recreatedDeletesTaken: 40, recreatedDeletesRefused: 0, recreatedMissing: 0 };
  const levels = { readP99: 0.01, writeP99: 0.02, podStartP99: 0.3, podStartMissing: 0 };
  return [
    ...[1, 2, 3, 4, 5].flatMap((repeat) => [
      ...SIZES.flatMap((size) => [
        sampleRun({ server, ...size }, { repeat }),
        sampleRun({ ...immutable, ...size }, { repeat, figures: { ...updates, ...levels } }),
      ]),
      sampleRun({ server, mode: "none", step: "ii" }, { repeat }),
      sampleRun(
        { ...immutable, step: "i" },
        { repeat, figures: { ...replaced, recreatedReadOld: 40, recreatedReadNew: 0 } },
      ),
      sampleRun(
        { ...immutable, step: "iii" },
        { repeat, figures: { ...replaced, recreatedReadOld: 0, recreatedReadNew: 40 } },
      ),
    ]),
  ];
}

export function sampleData(runs: readonly FinishedRun[]): ExperimentData {
  return {
    setting: { startedAt: "2026-01-01T00:00:00.000Z", machine: "two cores", programs: { node: "v20" } },
    sessions: [],
    plan: makePlan({ seed: 1, minutes: 35, isShort: false, servers: ["kiln"] }),
    runs,
    failures: [],
    datasets: [],
  };
}
