import { estimateRuns, type Plan } from "./make-plan.ts";

/** A line for each run: how long it is expected to take, and after how many minutes it would end. */
export function listPlan({ runs, lengths, minutes }: Plan): string[] {
  let total = 0;
  const lines = estimateRuns(runs, lengths).map((seconds, index) => {
    total += seconds;
    const { id = "", isBrief } = runs[index] ?? {};
    const [ends, takes] = [(total / 60).toFixed(1).padStart(6), String(Math.round(seconds)).padStart(5)];
    return { total, text: `${ends} min ${takes} s  ${isBrief ? "brief" : "whole"}  ${id}` };
  });
  const isInTime = (line: { readonly total: number }) => line.total <= minutes * 60;
  const late = lines.filter((line) => !isInTime(line));
  const { settle, steady, updates } = lengths;
  return [
    `phases: settle ${settle} s, steady ${steady} s, updates ${updates} s`,
    ...lines.filter(isInTime).map(({ text }) => text),
    `${minutes} minutes end here, by these estimates; ${late.length} more runs if there is time:`,
    ...late.map(({ text }) => text),
  ];
}
