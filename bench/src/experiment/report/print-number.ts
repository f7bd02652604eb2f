import type { Interval } from "../statistics.ts";

/** Three digits that matter, thousands apart; an em dash for what is not known. */
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

/** A mean and the ends of its 95 % interval. */
export function printInterval({ mean, low, high }: Interval): string {
  return `${printNumber(mean)} [${printNumber(low)}, ${printNumber(high)}]`;
}
