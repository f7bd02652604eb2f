import type { ExperimentData } from "../experiment-log.ts";
import { herdPerWatch, memoryPerReference } from "../hypotheses/cost-of-watches.ts";
import { IMMUTABLE, MUTABLE, steadyOf, viewOf } from "../hypotheses/hypothesis.ts";
import { predict } from "../model.ts";
import { CENTRE, type Point, type ServerName } from "../plan/point.ts";
import { CACHE_SECONDS, syncSeconds } from "../plan/timing.ts";
import { summarize } from "../statistics.ts";
import { byPoint, describePoint, pointOf } from "./points-section.ts";
import { printNumber } from "./print-number.ts";
import { printSummary, table } from "./table.ts";

function predictFor(point: Point) {
  return predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS });
}

export function modelSection(data: ExperimentData): string {
  const { renewalFactor = 1 } = data.plan;
  const rows = byPoint(data).map((runs) => {
    const point = pointOf(runs);
    const model = predictFor(point);
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
      printSummary(summarize(proxied)),
      printSummary(summarize(steadyOf(runs, "serverWatches"))),
      printNumber(model.pollsPerSecond + model.renewalsPerSecond * renewalFactor),
      printSummary(summarize(steadyOf(runs, "requestsPerSecond"))),
    ];
  });
  return [
    "## The model beside the measurement",
    "A node watches each mutable object that its pods refer to, once; watches are renewed every 30 to 60 minutes" +
      `${renewalFactor === 1 ? "" : `, here ${renewalFactor} times as often, so that renewals show within a phase`}. With ` +
      `the strategy get, an object is read whenever its pod has its turn, here every ${syncSeconds({ strategy: "get" })} s ` +
      "and up to half of that more instead of every 60 s, so that it can be seen within a phase; with the strategy cache, " +
      `at most every ${CACHE_SECONDS} s. Nothing is asked about immutable objects.`,
    table(
      ["server", "nodes × pods", "objects", "watches: model", "proxy", "server", "requests/s: model", "proxy"],
      rows,
    ),
  ].join("\n\n");
}

const LARGE = 5000;
/** A line through fewer runs says nothing. */
const FEWEST = 3;
/** Of clusters with more than two thousand nodes, and of a kubelet. */
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
      memoryPerReference(view, MUTABLE),
      memoryPerReference(view, IMMUTABLE),
      herdPerWatch(view),
    ];
    const isKnown = mutable.count >= FEWEST && immutable.count >= FEWEST;
    const perWatch = isKnown ? mutable.slope - immutable.slope : Number.NaN;
    const perWatchError = Math.hypot(mutable.slopePlusMinus, immutable.slopePlusMinus);
    const herd = herds.count >= FEWEST ? herds.slope : Number.NaN;
    return [
      server,
      `${printNumber(perWatch / 1024)} KiB`,
      `${printNumber((perWatch * model.openWatches) / 2 ** 30)} GiB`,
      `± ${printNumber((perWatchError * model.openWatches) / 2 ** 30)} GiB`,
      printNumber(herd),
      printNumber(herd * model.openWatches),
      `± ${printNumber(herds.slopePlusMinus * model.openWatches)}`,
    ];
  });
  return [
    "## 5,000 nodes, by arithmetic",
    "**This was not measured.** It is the model with the slopes from above, for 5,000 nodes with 30 pods each, every one " +
      "with a Secret and a ConfigMap of its own. ± is the 95 % interval of the slope alone, times the watches: that the line " +
      "stays straight so far beyond what was measured is assumed.",
    `If all are mutable, there are ${printNumber(model.openWatches)} open watches and ` +
      `${printNumber(model.renewalsPerSecond)} renewals a second; polling instead takes ${printNumber(polls("cache"))} ` +
      `reads a second with the strategy cache (${LARGE_CACHE_SECONDS} s) and ${printNumber(polls("get"))} with get. One ` +
      `object of 1 MiB that all nodes hold costs ${printNumber((LARGE * 2 ** 20) / 2 ** 30)} GiB for each update. If all ` +
      "are immutable, each of these numbers is 0.",
    table(
      [
        "server",
        "memory a watch",
        "memory of all watches",
        "",
        "requests a watch after a restart",
        "requests after a restart",
        "",
      ],
      rows,
    ),
  ].join("\n\n");
}
