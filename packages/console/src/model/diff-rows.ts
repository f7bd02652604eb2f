import { diffLines } from "@kiln/api";

export interface DiffRow {
  readonly type: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** Diff of two texts as rows; empty if they are the same. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  return diffLines(before, after, { maxPairs: 4_000_000 })
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("\\"))
    .map(toRow);
}

const TYPES: Readonly<Record<string, DiffRow["type"]>> = { "+": "added", "-": "removed", "@": "gap" };

function toRow(line: string): DiffRow {
  const type = TYPES[line.charAt(0)] ?? "same";
  return { type, text: type === "gap" ? line : line.slice(1) };
}
