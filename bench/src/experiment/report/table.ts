import type { Summary } from "../statistics.ts";
import { printNumber } from "./print-number.ts";

/** A table in Markdown; bars in the text would end its cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** The median, and the quartiles if there is more than one value. */
export function printSummary({ count, median, lowerQuartile, upperQuartile }: Summary): string {
  return count < 2 || lowerQuartile === upperQuartile
    ? printNumber(median)
    : `${printNumber(median)} [${printNumber(lowerQuartile)}, ${printNumber(upperQuartile)}]`;
}
