import type { Interval } from "../statistics.ts";

/** Formats a number with three significant digits and thousands separators; an em dash if it is unknown. */
export function printNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) {
    return "—";
  }
  if (!Number.isFinite(value)) {
    return "∞";
  }
  if (Math.abs(value) >= 100) {
    return Math.round(value).toLocaleString("en-US");
  }
  return String(Number(value.toPrecision(3)));
}

/** Formats a mean and its 95 % interval. */
export function printInterval({ mean, low, high }: Interval): string {
  return `${printNumber(mean)} [${printNumber(low)}, ${printNumber(high)}]`;
}
