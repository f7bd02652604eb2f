/** What is counted: one value for each set of labels, `labels` being their text, such as `verb="GET"`. */
export interface AgentMetrics {
  /** Counters go up only; gauges are changed by what they went up or down. */
  add(name: MetricName, labels: string, value: number): void;
  observe(name: HistogramName, seconds: number): void;
  /** What a counter or a gauge is at now. */
  read(name: MetricName, labels: string): number;
  /** In the text format of Prometheus. */
  print(): string;
}

export const METRICS = {
  kiln_agent_open_watches: { type: "gauge", help: "Watches that are open, by resource." },
  kiln_agent_objects: { type: "gauge", help: "Objects that pods of the node refer to, by the state of their source." },
  kiln_agent_pods: { type: "gauge", help: "Pods of the node whose volumes are looked after." },
  kiln_agent_waiting_pods: { type: "gauge", help: "Pods that lack data: some volume of theirs was never published." },
  kiln_agent_requests_total: { type: "counter", help: "Requests to the API server, by verb, resource and code." },
  kiln_agent_received_bytes_total: { type: "counter", help: "Bytes of answers from the API server." },
  kiln_agent_volume_syncs_total: { type: "counter", help: "Looks at a volume, by what came of it." },
  kiln_agent_replaced_objects_total: {
    type: "counter",
    help: "Immutable objects found replaced by another of the same name.",
  },
} as const;

export const HISTOGRAMS = {
  kiln_agent_propagation_seconds: {
    help: "From the moment that a change of an object was seen until its files were published.",
    bounds: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
  },
} as const;

export type MetricName = keyof typeof METRICS;
export type HistogramName = keyof typeof HISTOGRAMS;

export function createAgentMetrics(): AgentMetrics {
  const values = new Map<MetricName, Map<string, number>>();
  const histograms = new Map<HistogramName, { readonly counts: number[]; sum: number; count: number }>();
  return {
    add(name, labels, value) {
      const family = values.get(name) ?? new Map<string, number>();
      family.set(labels, (family.get(labels) ?? 0) + value);
      values.set(name, family);
    },
    observe(name, seconds) {
      const { bounds } = HISTOGRAMS[name];
      const known = histograms.get(name) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      bounds.forEach((bound, index) => {
        known.counts[index] = (known.counts[index] ?? 0) + (seconds <= bound ? 1 : 0);
      });
      known.sum += seconds;
      known.count++;
      histograms.set(name, known);
    },
    read: (name, labels) => values.get(name)?.get(labels) ?? 0,
    print: () =>
      [...printValues(values), ...[...histograms].flatMap(([name, known]) => printHistogram(name, known)), ""].join(
        "\n",
      ),
  };
}

function printValues(values: ReadonlyMap<MetricName, ReadonlyMap<string, number>>): string[] {
  return Object.entries(METRICS).flatMap(([name, { type, help }]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...(values.get(name as MetricName) ?? [])].map(
      ([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}`,
    ),
  ]);
}

function printHistogram(
  name: HistogramName,
  known: { readonly counts: readonly number[]; readonly sum: number; readonly count: number },
): string[] {
  const { bounds, help } = HISTOGRAMS[name];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${known.counts[index]}`),
    `${name}_bucket{le="+Inf"} ${known.count}`,
    `${name}_sum ${known.sum}`,
    `${name}_count ${known.count}`,
  ];
}
