import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { peakServerMiB, steadyFigures } from "../figures.ts";
import { herdPerWatch, memoryPlane, openWatchesOf, referencesOf } from "../hypotheses/cost-of-watches.ts";
import { steadyOf, type View, viewOf } from "../hypotheses/hypothesis.ts";
import { predict } from "../model.ts";
import { FORMS } from "../plan/forms.ts";
import { CENTRE, type Point, type ServerName } from "../plan/point.ts";
import { CACHE_SECONDS, syncSeconds } from "../plan/timing.ts";
import { COLUMNS, type Column } from "../sampler.ts";
import { meanInterval, predictOnLine, summarize } from "../statistics.ts";
import { byPoint, describePoint, pointOf } from "./points-section.ts";
import { printInterval, printNumber } from "./print-number.ts";
import { table } from "./table.ts";

export function modelSection(data: ExperimentData): string {
  const factors = new Map(data.plan.runs.map(({ id, form }) => [id, FORMS[form].renewalFactor]));
  const rows = byPoint(data).map((runs) => {
    const point = pointOf(runs);
    const renewalFactor = factors.get(runs[0]?.id ?? "") ?? 1;
    const model = predict(point, {
      syncPeriodSeconds: syncSeconds(point),
      cacheSeconds: CACHE_SECONDS,
      renewalFactor,
    });
    const proxied = runs.map((run) => {
      const [mutable = 0] = steadyOf([run], "mutableWatches");
      const [immutable = 0] = steadyOf([run], "immutableWatches");
      return mutable + immutable;
    });
    return [
      point.server,
      `${point.nodes} × ${point.podsPerNode}`,
      describePoint(point),
      printNumber(model.openWatches),
      printNumber(summarize(proxied).median),
      printNumber(summarize(steadyOf(runs, "serverWatches")).median),
      `× ${renewalFactor}`,
      printNumber(model.pollsPerSecond + model.renewalsPerSecond),
      printInterval(meanInterval(steadyOf(runs, "requestsPerSecond"))),
    ];
  });
  return [
    "## The model beside the measurement",
    "A node watches each mutable object that its pods refer to, once; watches are renewed every 30 to 60 minutes, here so " +
      "many times as often as the table says. Nothing is asked about immutable objects. Watches are medians of the runs: while " +
      "one is renewed it is not open.",
    table(
      [
        ...["server", "nodes × pods", "objects", "watches: model", "proxy", "server"],
        ...["renewals", "requests/s: model", "proxy"],
      ],
      rows,
    ),
  ].join("\n\n");
}

const LARGE = 5000;
/** Kubelet's cache TTL in seconds in clusters with more than two thousand nodes. */
const LARGE_CACHE_SECONDS = 300;
const KUBELET_SYNC_SECONDS = 60;

export function extrapolationSection(data: ExperimentData, servers: readonly ServerName[]): string {
  const point: Point = { ...CENTRE, nodes: LARGE };
  const options = { syncPeriodSeconds: KUBELET_SYNC_SECONDS, cacheSeconds: LARGE_CACHE_SECONDS };
  const model = predict(point, options);
  const polls = (strategy: "cache" | "get") => predict({ ...point, strategy }, options).pollsPerSecond;
  const rows = servers.map((server) => {
    const view = viewOf(data, server);
    const [mutable, immutable, herds] = [
      memoryPlane(view, "mutable"),
      memoryPlane(view, "immutable"),
      herdPerWatch(view),
    ];
    const perWatch = mutable.perReference - immutable.perReference;
    const perWatchError = Math.hypot(mutable.perReferencePlusMinus, immutable.perReferencePlusMinus);
    const size = { nodes: LARGE, references: model.openWatches };
    const [all, without] = [mutable.predict(size), immutable.predict(size)];
    const requests = predictOnLine(herds, model.openWatches + LARGE);
    return [
      server,
      `${printNumber(perWatch / 1024)} ± ${printNumber(perWatchError / 1024)} KiB`,
      gibibytes(all),
      gibibytes(without),
      `${printNumber(herds.slope)} ± ${printNumber(herds.slopePlusMinus)}`,
      `${printNumber(requests.value)} ± ${printNumber(requests.plusMinus)}`,
    ];
  });
  return [
    "## 5,000 nodes, by arithmetic",
    "**This was not measured.** It is the model with the slopes from above, for 5,000 nodes with 30 pods each, every one " +
      "with a Secret and a ConfigMap of its own. ± is the 95 % interval for one measurement there, from the scatter of the " +
      "runs: that planes and lines stay straight so far beyond the sizes of the sweep is assumed. The table below it shows how " +
      "far that is true at the heaviest point, which had no part in any line.",
    `If all are mutable, there are ${printNumber(model.openWatches)} open watches and ` +
      `${printNumber(model.renewalsPerSecond)} renewals a second; polling instead takes ${printNumber(polls("cache"))} ` +
      `reads a second with the strategy cache (${LARGE_CACHE_SECONDS} s) and ${printNumber(polls("get"))} with get. One ` +
      `object of 1 MiB that all nodes hold costs ${printNumber((LARGE * 2 ** 20) / 2 ** 30)} GiB for each update. If all ` +
      "are immutable, each of these numbers is 0.",
    table(
      [
        ...["server", "memory a watch", "held for agents, all mutable", "held for agents, all immutable"],
        ...["requests a watch after a restart", "requests after a restart, all mutable"],
      ],
      rows,
    ),
    heaviestSection(data, servers),
  ].join("\n\n");
}

function gibibytes({ value, plusMinus }: { readonly value: number; readonly plusMinus: number }): string {
  return `${printNumber(value / 2 ** 30)} ± ${printNumber(plusMinus / 2 ** 30)} GiB`;
}

/** Prediction of the fitted lines for a much larger size, beside the measurement. */
function heaviestSection(data: ExperimentData, servers: readonly ServerName[]): string {
  const rows = servers.flatMap((server) => {
    const view = viewOf(data, server);
    return view.find({ sharing: "deployment" }).map((run) => heaviestRow(view, run));
  });
  const stuck = data.runs
    .filter(({ point, figures }) => point.sharing === "deployment" && Number(figures.startUpMissing) > 0)
    .map(stuckSentence);
  const failures = data.failures.flatMap(({ id, reason, last, figures }) =>
    last === undefined
      ? []
      : [
          `- \`${id}\` broke off: ${reason}. By then ${printNumber(last.readyPods ?? 0)} pods had their volumes and ` +
            `${printNumber((last.mutableWatches ?? 0) + (last.immutableWatches ?? 0))} watches were open; the server had ` +
            `${printNumber(last.serverMiB ?? 0)} MiB, the agents ${printNumber(last.agentsMiB ?? 0)} MiB; start-up took ` +
            `${printNumber(figures?.startUpSeconds)} s.`,
        ],
  );
  return [
    "### The heaviest point",
    "500 nodes with 110 pods each: 55,000 pods and 110,000 references, to objects that ten pods on different nodes share. One " +
      "run each, so no verdict rests on it. Each figure has beside it what the lines of the sweep, which ends at 3,000 " +
      "references, expected.",
    table(
      [
        ...["server", "objects", "open watches", "pods without volumes", "start-up, s", "MiB held", "expected"],
        ...["MiB resident, at most", "watches not back", "s until back", "requests after restart", "expected"],
      ],
      rows,
    ),
    ...(stuck.length === 0 && failures.length === 0 ? [] : [[...stuck, ...failures].join("\n")]),
  ].join("\n\n");
}

/** Progress of a run in which not all Pods started in time. */
function stuckSentence({ id, figures, rows }: FinishedRun): string {
  const of = (column: Column) => rows.map((row) => row[COLUMNS.indexOf(column)] ?? 0);
  const phase = of("phase");
  const inStartUp = (column: Column) => of(column).filter((_, index) => phase[index] === 1);
  const last = (column: Column) => inStartUp(column).at(-1) ?? 0;
  const codes = Object.entries(figures).filter(([name]) => name.startsWith("startUpAnswers"));
  const byCode = codes
    .map(([name, count]) => `${printNumber(count)} × ${name.slice("startUpAnswers".length)}`)
    .join(", ");
  return (
    `- \`${id}\` did not get through: after ${printNumber(figures.startUpSeconds)} s ` +
    `${printNumber(figures.startUpMissing)} pods had no volumes, and at most ` +
    `${printNumber(Math.max(...inStartUp("mutableWatches")))} watches were open at a time. By then the server had taken ` +
    `${printNumber(figures.startUpServerCpu)} s of a processor, the agents ${printNumber(figures.startUpAgentsCpu)} s and the ` +
    `proxy ${printNumber(figures.startUpProxyCpu)} s, for ${printNumber(last("requests"))} requests with ` +
    `${printNumber(last("answers"))} answers${byCode === "" ? "" : ` (${byCode})`}.`
  );
}

function heaviestRow(view: View, run: FinishedRun): string[] {
  const { point, figures } = run;
  const mode = point.mode === "mutable" ? "mutable" : "immutable";
  const held = memoryPlane(view, mode).predict({ nodes: point.nodes, references: referencesOf(run) });
  const herd = predictOnLine(herdPerWatch(view), openWatchesOf(run));
  const steady = steadyFigures(run);
  return [
    point.server,
    describePoint(point),
    printNumber(steady?.serverWatches),
    printNumber(figures.startUpMissing),
    printNumber(figures.startUpSeconds),
    printNumber(steady?.heldMiB),
    `${printNumber(held.value / 2 ** 20)} ± ${printNumber(held.plusMinus / 2 ** 20)}`,
    printNumber(peakServerMiB(run)),
    printNumber(figures.restartMissing),
    printNumber(figures.restartSeconds),
    printNumber(figures.restartRequests),
    mode === "mutable" ? `${printNumber(herd.value)} ± ${printNumber(herd.plusMinus)}` : "—",
  ];
}
