/** One line of the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metrics of a server at one moment. Counters increase from the server's start. */
export interface MetricsReading {
  readonly atMs: number;
  /** Number of requests by verb. */
  readonly requests: ReadonlyMap<string, number>;
  /** Cumulative counts by upper bound in seconds, watches left out. */
  readonly latencies: ReadonlyMap<number, number>;
  readonly watches: number;
  readonly inFlight: number;
  readonly residentBytes: number;
}

/** Rates of a server between two readings. */
export interface MetricsPoint {
  readonly atMs: number;
  readonly requestsPerSecond: number;
  readonly byVerb: ReadonlyMap<string, number>;
  /** Median latency; undefined without requests in between. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly watches: number;
  readonly inFlight: number;
  readonly residentBytes: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /(\w+)="((?:\\.|[^"\\])*)"/g;
/** Names of the metrics that the plots need; others are not parsed. */
const WANTED = [
  "apiserver_request_total",
  "apiserver_request_duration_seconds_bucket",
  "apiserver_longrunning_requests",
  "apiserver_current_inflight_requests",
  "process_resident_memory_bytes",
];

export function parseSamples(text: string): readonly Sample[] {
  return text
    .split("\n")
    .filter((line) => WANTED.some((name) => line.startsWith(name)))
    .flatMap((line) => {
      const [, name, labels = "", value] = LINE.exec(line) ?? [];
      const pairs = [...labels.matchAll(LABEL)].map(([, key = "", text = ""]) => [key, text.replace(/\\(.)/g, "$1")]);
      return name === undefined ? [] : [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
    });
}

const LONG_RUNNING = ["WATCH", "CONNECT"];

export function readMetrics(text: string, atMs: number): MetricsReading {
  const requests = new Map<string, number>();
  const latencies = new Map<number, number>();
  const totals = { watches: 0, inFlight: 0, residentBytes: 0 };
  for (const { name, labels, value } of parseSamples(text)) {
    const verb = labels.verb ?? "";
    if (name === "apiserver_request_total") {
      requests.set(verb, (requests.get(verb) ?? 0) + value);
    } else if (name === "apiserver_request_duration_seconds_bucket" && !LONG_RUNNING.includes(verb)) {
      const bound = labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le);
      latencies.set(bound, (latencies.get(bound) ?? 0) + value);
    } else if (name === "apiserver_longrunning_requests" && verb === "WATCH") {
      totals.watches += value;
    } else if (name === "apiserver_current_inflight_requests") {
      totals.inFlight += value;
    } else if (name === "process_resident_memory_bytes") {
      totals.residentBytes = value;
    }
  }
  return { atMs, requests, latencies, ...totals };
}

/** Differences of two readings. A server that was restarted in between counts from zero. */
export function compareReadings(before: MetricsReading, after: MetricsReading): MetricsPoint {
  const seconds = Math.max((after.atMs - before.atMs) / 1000, 0.001);
  const byVerb = new Map(
    [...after.requests].map(([verb, count]) => [verb, grown(count, before.requests.get(verb)) / seconds]),
  );
  const buckets = [...after.latencies]
    .map(([bound, count]) => ({ bound, count: grown(count, before.latencies.get(bound)) }))
    .sort((a, b) => a.bound - b.bound);
  const { atMs, watches, inFlight, residentBytes } = after;
  return {
    atMs,
    byVerb,
    requestsPerSecond: [...byVerb.values()].reduce((sum, rate) => sum + rate, 0),
    p50Ms: quantileMs(buckets, 0.5),
    p99Ms: quantileMs(buckets, 0.99),
    watches,
    inFlight,
    residentBytes,
  };
}

function grown(count: number, before = 0): number {
  return count >= before ? count - before : count;
}

/**
 * Quantile of a histogram. Values in a bucket are assumed to be spread evenly, as in Prometheus' histogram_quantile.
 */
function quantileMs(
  buckets: readonly { readonly bound: number; readonly count: number }[],
  quantile: number,
): number | undefined {
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) {
    return undefined;
  }
  const rank = quantile * total;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const lower = buckets[index - 1] ?? { bound: 0, count: 0 };
  const { bound, count } = buckets[index] ?? lower;
  if (bound === Number.POSITIVE_INFINITY) {
    return lower.bound * 1000;
  }
  const share = count === lower.count ? 1 : (rank - lower.count) / (count - lower.count);
  return (lower.bound + (bound - lower.bound) * share) * 1000;
}
