import type { MeasuredRow } from "./measure-rows.ts";

const COLUMNS = ["work", "Kiln", "peer", "times", "goal", "processor of Kiln, cold", "warm", "of the peer", "times"];

/** Formats the rows as a Markdown table. */
export function printTable(rows: readonly MeasuredRow[]): string {
  const lines = rows.map(({ row, coldMicros, kiln, peer }) => [
    row.name,
    `${round(kiln.perSecond)}/s, p50 ${kiln.p50Ms.toFixed(1)} ms`,
    `${round(peer.perSecond)}/s, p50 ${peer.p50Ms.toFixed(1)} ms`,
    (kiln.perSecond / peer.perSecond).toFixed(1),
    String(row.goal),
    `${round(coldMicros)} µs`,
    `${round(kiln.processorMicros)} µs`,
    `${round(peer.processorMicros)} µs`,
    (peer.processorMicros / kiln.processorMicros).toFixed(1),
  ]);
  const cells = [COLUMNS, COLUMNS.map(() => "---"), ...lines];
  return cells.map((line) => `| ${line.join(" | ")} |\n`).join("");
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
