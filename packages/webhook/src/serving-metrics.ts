/** What a webhook server counts. */
export interface ServingMetrics {
  /** Returns what is to be called when the request is answered. */
  begin(path: string): (status: number, seconds: number) => void;
  /** In the text format of Prometheus. */
  print(): string;
}

interface PathCounts {
  readonly byStatus: Map<number, number>;
  seconds: number;
  answered: number;
  inFlight: number;
}

/** Only paths that are served get here, so that clients cannot make ever more labels. */
export function createServingMetrics(): ServingMetrics {
  const paths = new Map<string, PathCounts>();
  return {
    begin(path) {
      const counts = paths.get(path) ?? { byStatus: new Map<number, number>(), seconds: 0, answered: 0, inFlight: 0 };
      paths.set(path, counts);
      counts.inFlight++;
      return (status, seconds) => {
        counts.inFlight--;
        counts.answered++;
        counts.seconds += seconds;
        counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      };
    },
    print: () => printCounts(paths),
  };
}

function printCounts(paths: ReadonlyMap<string, PathCounts>): string {
  const lines: string[] = [];
  const family = (name: string, type: string, help: string, print: (path: string, counts: PathCounts) => string[]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [path, counts] of paths) {
      lines.push(...print(JSON.stringify(path), counts));
    }
  };
  family("webhook_requests_total", "counter", "Reviews answered, by path and code.", (path, { byStatus }) =>
    [...byStatus].map(([code, count]) => `webhook_requests_total{path=${path},code="${code}"} ${count}`),
  );
  family("webhook_request_duration_seconds", "summary", "How long answering took.", (path, { seconds, answered }) => [
    `webhook_request_duration_seconds_sum{path=${path}} ${seconds}`,
    `webhook_request_duration_seconds_count{path=${path}} ${answered}`,
  ]);
  family("webhook_requests_in_flight", "gauge", "Reviews being answered now.", (path, { inFlight }) => [
    `webhook_requests_in_flight{path=${path}} ${inFlight}`,
  ]);
  return `${lines.join("\n")}\n`;
}
