import {
  createFamilies,
  createHistogram,
  type Family,
  type HistogramCell,
  observe,
  printMetrics,
  readNumber,
} from "@kiln/api";

/**
 * Metrics of an agent. A counter or gauge has one value for each set of label values, given in the order of {@link
 * METRICS}.
 */
export interface AgentMetrics {
  /** Counters only increase; gauges change by the given difference. */
  add(name: MetricName, labels: readonly string[], value: number): void;
  observe(name: HistogramName, seconds: number): void;
  /** Current value of a counter or gauge. */
  read(name: MetricName, labels: readonly string[]): number;
  /** All metrics in the text format of Prometheus. */
  print(): string;
}

export const METRICS = {
  kiln_agent_open_watches: { type: "gauge", help: "Number of open watches, by resource.", labels: ["resource"] },
  kiln_agent_objects: {
    type: "gauge",
    help: "Number of objects that Pods of the node refer to, by the state of their source.",
    labels: ["state"],
  },
  kiln_agent_pods: { type: "gauge", help: "Number of Pods of the node whose volumes are kept up to date." },
  kiln_agent_waiting_pods: { type: "gauge", help: "Number of Pods with a volume that was never published." },
  kiln_agent_requests_total: {
    type: "counter",
    help: "Total number of requests to the API server, by verb, resource and code.",
    labels: ["verb", "resource", "code"],
  },
  kiln_agent_received_bytes_total: { type: "counter", help: "Total number of bytes received from the API server." },
  kiln_agent_volume_syncs_total: {
    type: "counter",
    help: "Total number of volume synchronizations, by result.",
    labels: ["result"],
  },
  kiln_agent_replaced_objects_total: {
    type: "counter",
    help: "Total number of immutable objects replaced by another of the same name.",
  },
} as const;

export const HISTOGRAMS = {
  kiln_agent_propagation_seconds: {
    help: "Seconds from the receipt of an object's change to the publication of its files.",
    bounds: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
  },
} as const;

export type MetricName = keyof typeof METRICS;
export type HistogramName = keyof typeof HISTOGRAMS;

export function createAgentMetrics(): AgentMetrics {
  const families = createFamilies(METRICS);
  const propagation = createHistogram(
    { name: "kiln_agent_propagation_seconds", help: HISTOGRAMS.kiln_agent_propagation_seconds.help },
    HISTOGRAMS.kiln_agent_propagation_seconds.bounds,
  );
  const histograms: Readonly<Record<HistogramName, Family<HistogramCell>>> = {
    kiln_agent_propagation_seconds: propagation,
  };
  return {
    add(name, labels, value) {
      families[name].cell(labels).value += value;
    },
    observe: (name, seconds) => observe(histograms[name].cell([]), seconds),
    read: (name, labels) => readNumber(families[name], labels),
    print: () => printMetrics([...Object.values(families), ...Object.values(histograms)]),
  };
}
