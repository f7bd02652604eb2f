import { FORMS } from "./forms.ts";
import { estimateRuns, type Plan } from "./make-plan.ts";

/** A line for each run: its expected duration, and the minute at which it would end. */
export function listPlan({ runs, minutes }: Plan): string[] {
  let total = 0;
  const lines = estimateRuns(runs).map((seconds, index) => {
    total += seconds;
    const { id = "", form = "" } = runs[index] ?? {};
    const [ends, takes] = [(total / 60).toFixed(1).padStart(6), String(Math.round(seconds)).padStart(5)];
    return { total, text: `${ends} min ${takes} s  ${form.padEnd(8)}  ${id}` };
  });
  const isInTime = (line: { readonly total: number }) => line.total <= minutes * 60;
  const late = lines.filter((line) => !isInTime(line));
  return [
    ...Object.entries(FORMS).map(
      ([name, { phases, lengths, renewalFactor }]) =>
        `${name}: ${phases.join(", ")}; steady ${lengths.steady} s, renewals × ${renewalFactor}`,
    ),
    ...lines.filter(isInTime).map(({ text }) => text),
    `${minutes} minutes end here, by these estimates; ${late.length} more runs if there is time:`,
    ...late.map(({ text }) => text),
  ];
}
