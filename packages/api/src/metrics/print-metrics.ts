import type { Family, HistogramCell, NumberCell, SummaryCell } from "./family.ts";

export type MetricFamily = Family<NumberCell> | Family<HistogramCell> | Family<SummaryCell>;

/** Prints metrics in the Prometheus text format, version 0.0.4. */
export function printMetrics(families: readonly MetricFamily[]): string {
  const lines: string[] = [];
  for (const family of families) {
    lines.push(`# HELP ${family.name} ${family.help}`, `# TYPE ${family.name} ${family.type}`);
    for (const [values, cell] of family.cells()) {
      const labels = family.labels.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`);
      if ("value" in cell) {
        lines.push(`${family.name}${printLabels(labels)} ${cell.value}`);
      } else if ("total" in cell) {
        lines.push(`${family.name}_sum${printLabels(labels)} ${cell.total}`);
        lines.push(`${family.name}_count${printLabels(labels)} ${cell.count}`);
      } else {
        printHistogram(lines, family.name, { labels, cell });
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

interface Printed {
  readonly labels: readonly string[];
  readonly cell: HistogramCell;
}

/** Appends the lines of a histogram. */
function printHistogram(lines: string[], name: string, { labels, cell }: Printed): void {
  let total = 0;
  for (const [index, count] of cell.counts.entries()) {
    total += count;
    const bound = cell.bounds[index] ?? "+Inf";
    lines.push(`${name}_bucket${printLabels([...labels, `le="${bound}"`])} ${total}`);
  }
  lines.push(`${name}_sum${printLabels(labels)} ${cell.sum}`, `${name}_count${printLabels(labels)} ${total}`);
}

function printLabels(labels: readonly string[]): string {
  return labels.length === 0 ? "" : `{${labels.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
