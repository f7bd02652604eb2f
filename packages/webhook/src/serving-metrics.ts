/** Metrics of a webhook server. */
export interface ServingMetrics {
  /** Returns what is to be called when the request is answered. */
  begin(path: string): (status: number, seconds: number) => void;
  /** A handler threw. */
  countFault(): void;
  countReload(isGood: boolean): void;
  countHandshakeFailure(): void;
  setExpiry(date: Date): void;
  /** In the text format of Prometheus. */
  print(): string;
}

interface PathCounts {
  readonly byStatus: Map<number, number>;
  /** By the index of {@link BUCKETS}; the last one is beyond all of them. */
  readonly buckets: number[];
  seconds: number;
  answered: number;
  inFlight: number;
}

/** In seconds. Answers are mostly far below a millisecond; callers wait for seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

interface ServerCounts {
  faults: number;
  reloads: number;
  failedReloads: number;
  handshakeFailures: number;
  expirySeconds: number;
}

/** Only paths that are served get here, so that clients cannot make ever more labels. */
export function createServingMetrics(): ServingMetrics {
  const paths = new Map<string, PathCounts>();
  const server: ServerCounts = { faults: 0, reloads: 0, failedReloads: 0, handshakeFailures: 0, expirySeconds: 0 };
  return {
    begin(path) {
      const counts = paths.get(path) ?? newCounts();
      paths.set(path, counts);
      counts.inFlight++;
      return (status, seconds) => end(counts, status, seconds);
    },
    countFault: () => {
      server.faults++;
    },
    countReload: (isGood) => {
      server[isGood ? "reloads" : "failedReloads"]++;
    },
    countHandshakeFailure: () => {
      server.handshakeFailures++;
    },
    setExpiry: (date) => {
      server.expirySeconds = date.getTime() / 1000;
    },
    print: () => `${[...printPaths(paths), ...printServer(server)].join("\n")}\n`,
  };
}

function newCounts(): PathCounts {
  const buckets = Array<number>(BUCKETS.length + 1).fill(0);
  return { byStatus: new Map(), buckets, seconds: 0, answered: 0, inFlight: 0 };
}

/** Changes `counts`. */
function end(counts: PathCounts, status: number, seconds: number): void {
  counts.inFlight--;
  counts.answered++;
  counts.seconds += seconds;
  counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
  const found = BUCKETS.findIndex((limit) => seconds <= limit);
  const index = found === -1 ? BUCKETS.length : found;
  counts.buckets[index] = (counts.buckets[index] ?? 0) + 1;
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function printPaths(paths: ReadonlyMap<string, PathCounts>): string[] {
  const each = (print: (path: string, counts: PathCounts) => string[]) =>
    [...paths].flatMap(([path, counts]) => print(JSON.stringify(path), counts));
  return [
    ...heading("webhook_requests_total", "counter", "Reviews answered, by path and code."),
    ...each((path, { byStatus }) =>
      [...byStatus].map(([code, count]) => `webhook_requests_total{path=${path},code="${code}"} ${count}`),
    ),
    ...heading("webhook_request_duration_seconds", "histogram", "How long answering took."),
    ...each(printHistogram),
    ...heading("webhook_requests_in_flight", "gauge", "Reviews being answered now."),
    ...each((path, { inFlight }) => [`webhook_requests_in_flight{path=${path}} ${inFlight}`]),
  ];
}

function printHistogram(path: string, { buckets, seconds, answered }: PathCounts): string[] {
  const name = "webhook_request_duration_seconds";
  let below = 0;
  const lines = BUCKETS.map((limit, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket{path=${path},le="${limit}"} ${below}`;
  });
  const rest = [`${name}_bucket{path=${path},le="+Inf"} ${answered}`, `${name}_sum{path=${path}} ${seconds}`];
  return [...lines, ...rest, `${name}_count{path=${path}} ${answered}`];
}

function printServer(counts: ServerCounts): string[] {
  const { faults, reloads, failedReloads, handshakeFailures, expirySeconds } = counts;
  return [
    ...heading("webhook_faults_total", "counter", "Reviews that failed in their handler."),
    `webhook_faults_total ${faults}`,
    ...heading(
      "webhook_certificate_reloads_total",
      "counter",
      "New certificates found, by whether they could be used.",
    ),
    `webhook_certificate_reloads_total{result="success"} ${reloads}`,
    `webhook_certificate_reloads_total{result="failure"} ${failedReloads}`,
    ...heading("webhook_certificate_expiry_timestamp_seconds", "gauge", "When the certificate in use ends."),
    `webhook_certificate_expiry_timestamp_seconds ${expirySeconds}`,
    ...heading("webhook_tls_handshake_failures_total", "counter", "Connections that ended before TLS stood."),
    `webhook_tls_handshake_failures_total ${handshakeFailures}`,
  ];
}
