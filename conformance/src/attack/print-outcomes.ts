import { GAP_MS, MEGABYTES } from "./row.ts";
import type { Outcome } from "./run-row.ts";

/** Prints a line for each row as it ends, and its failures below. */
export function printOutcome({ row, complaints, seconds }: Outcome): void {
  console.log(`${complaints.length === 0 ? "  ok" : "FAIL"} ${row.name} (${seconds.toFixed(1)} s): ${row.sends}`);
  for (const text of complaints) {
    console.log(`     ${text}`);
  }
}

/** Prints the table. The bound is on processor time of the server; wall time is for information. */
export function printTable(outcomes: readonly Outcome[]): void {
  const titles = ["", "row", "identity", "grown MB", "bound", "left MB", "gap ms", "bound", "clock ms", "server s"];
  const lines = outcomes.map(({ row, complaints, ...seen }) => [
    complaints.length === 0 ? "ok" : "FAIL",
    row.name,
    row.identity,
    seen.peakMegabytes.toFixed(0),
    String(row.megabytes ?? MEGABYTES[row.identity]),
    seen.leftMegabytes.toFixed(0),
    seen.gapMs.toFixed(0),
    String(row.gapMs ?? GAP_MS),
    seen.wallMs.toFixed(0),
    (seen.processorMs / 1000).toFixed(1),
  ]);
  const widths = titles.map((title, i) => Math.max(title.length, ...lines.map((line) => (line[i] as string).length)));
  for (const line of [titles, ...lines]) {
    const cells = line.map((cell, i) =>
      i < 3 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number),
    );
    console.log(cells.join("  ").trimEnd());
  }
}
