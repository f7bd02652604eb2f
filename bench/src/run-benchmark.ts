import { type Benchmark, type Comparison, type Figure, isWithin, printBound, Unavailable } from "./benchmark.ts";
import { measureRatio, type Ratio } from "./measure-ratio.ts";

export type Result =
  | { readonly name: string; readonly outcome: "unavailable"; readonly reason: string }
  | {
      readonly name: string;
      readonly outcome: "ok" | "over budget";
      readonly comparison?: Ratio & { readonly subject: string; readonly baseline: string };
      readonly figures?: readonly Figure[];
    };

export async function runBenchmark(benchmark: Benchmark): Promise<Result> {
  try {
    return "open" in benchmark ? await compare(benchmark.name, await benchmark.open()) : await collect(benchmark);
  } catch (error) {
    if (error instanceof Unavailable) {
      return { name: benchmark.name, outcome: "unavailable", reason: error.message };
    }
    throw error;
  }
}

async function compare(name: string, comparison: Comparison): Promise<Result> {
  try {
    const ratio = await measureRatio(comparison);
    return {
      name,
      outcome: isWithin(ratio.ratio, comparison.bound) ? "ok" : "over budget",
      comparison: { ...ratio, subject: comparison.subject.name, baseline: comparison.baseline.name },
      figures: [{ name: "ratio", value: ratio.ratio, unit: "x", bound: comparison.bound }],
    };
  } finally {
    await comparison.close?.();
  }
}

async function collect(benchmark: Extract<Benchmark, { figures: unknown }>): Promise<Result> {
  const figures = await benchmark.figures();
  const isOk = figures.every((figure) => isWithin(figure.value, figure.bound));
  return { name: benchmark.name, outcome: isOk ? "ok" : "over budget", figures };
}

/** Formats the result of a benchmark as one line. */
export function printResult(result: Result): string {
  const name = result.name.padEnd(28);
  if (result.outcome === "unavailable") {
    return `${name} not measured: ${result.reason}`;
  }
  const { comparison } = result;
  const text =
    comparison === undefined
      ? (result.figures ?? []).map(printFigure).join(", ")
      : `${comparison.ratio.toFixed(2)}x ±${comparison.plusMinus.toFixed(2)} of ${comparison.baseline} ` +
        `(${comparison.subjectMicros.toFixed(2)} against ${comparison.baselineMicros.toFixed(2)} µs; ` +
        `${printBound(result.figures?.[0]?.bound) || "no bound"}; ${comparison.rounds} rounds)`;
  return `${name} ${result.outcome}: ${text}`;
}

function printFigure(figure: Figure): string {
  const bound = printBound(figure.bound);
  const value = figure.value >= 100 ? Math.round(figure.value).toString() : figure.value.toPrecision(3);
  return `${figure.name} ${value} ${figure.unit}${bound === "" ? "" : ` (${bound})`}`;
}
