import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawChart } from "../experiment/chart/draw-chart.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "images");

export interface Plot {
  /** File name without extension. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>>;
}

/** Draws a plot into docs/images, for docs/performance.md. */
export function plot({ name, lines, ...chart }: Plot): void {
  mkdirSync(FOLDER, { recursive: true });
  const series = Object.entries(lines).map(([label, points]) => ({
    label,
    points,
    line: "through" as const,
    isMarked: true,
  }));
  writeFileSync(join(FOLDER, `${name}.svg`), drawChart({ ...chart, series }));
}
