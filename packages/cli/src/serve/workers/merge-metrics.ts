import {
  createCounter,
  createGauge,
  createHistogram,
  createSummary,
  type Family,
  type HistogramCell,
  type MetricFamily,
  type NumberCell,
  type SummaryCell,
} from "@kiln/api";

type Cell = NumberCell | HistogramCell | SummaryCell;

/** A metric family in the form sent between processes. */
export interface PlainFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricFamily["type"];
  readonly labels: readonly string[];
  readonly cells: readonly (readonly [values: readonly string[], cell: Cell])[];
}

export function toPlainFamilies(families: readonly MetricFamily[]): PlainFamily[] {
  return families.map(({ name, help, type, labels, cells }) => ({ name, help, type, labels, cells: [...cells()] }));
}

/** Metric whose merged value is the earliest; the merged value of all other metrics is their sum. */
const EARLIEST = "process_start_time_seconds";

/** Merges the metrics of a server that runs in several processes. */
export function mergeFamilies(processes: readonly (readonly PlainFamily[])[]): MetricFamily[] {
  const merged = new Map<string, MetricFamily>();
  for (const plain of processes.flat()) {
    const family = merged.get(plain.name) ?? createLike(plain);
    merged.set(plain.name, family);
    for (const [values, cell] of plain.cells) {
      add((family as Family<Cell>).cell(values), cell, plain.name);
    }
  }
  return [...merged.values()];
}

function createLike({ name, help, type, labels, cells }: PlainFamily): MetricFamily {
  const options = { name, help, labels };
  switch (type) {
    case "counter":
      return createCounter(options);
    case "gauge":
      return createGauge(options);
    case "summary":
      return createSummary(options);
    case "histogram":
      return createHistogram(options, (cells[0]?.[1] as HistogramCell | undefined)?.bounds ?? []);
  }
}

/** Adds a value to `to`. */
function add(to: Cell, from: Cell, name: string): void {
  if ("value" in to && "value" in from) {
    to.value = name === EARLIEST && to.value > 0 ? Math.min(to.value, from.value) : to.value + from.value;
  } else if ("total" in to && "total" in from) {
    to.count += from.count;
    to.total += from.total;
  } else if ("counts" in to && "counts" in from) {
    to.sum += from.sum;
    for (const [i, count] of from.counts.entries()) {
      to.counts[i] = (to.counts[i] ?? 0) + count;
    }
  }
}
