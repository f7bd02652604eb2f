/** Maps values to coordinates. */
export interface Scale {
  readonly ticks: readonly number[];
  place(value: number): number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 5;

/** Scale from zero, or the smallest value if that is lower, to a round number above the largest. */
export function makeScale(values: readonly number[], [start, end]: readonly [number, number]): Scale {
  const least = Math.min(0, ...values);
  const greatest = Math.max(...values, least + 1e-9);
  const step = roundStep((greatest - least) / TICKS);
  const first = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((greatest - first) / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((first + index * step).toPrecision(12)));
  const last = ticks.at(-1) ?? greatest;
  return { ticks, place: (value) => start + ((value - first) / (last - first)) * (end - start) };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough - 1e-12) ?? 10) * power;
}
