import { median } from "../measure-ratio.ts";

/** Summary of repeated measurements. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
}

export function summarize(values: readonly number[]): Summary {
  return {
    count: values.length,
    median: values.length === 0 ? Number.NaN : median(values),
    lowerQuartile: quantile(values, 0.25),
    upperQuartile: quantile(values, 0.75),
  };
}

/** A mean with its 95 % interval by Student's t; the interval is unbounded for fewer than two values. */
export interface Interval {
  readonly count: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export function meanInterval(values: readonly number[]): Interval {
  const count = values.length;
  const middle = mean(values);
  const spread = Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (count - 1));
  const half = count < 2 ? Number.POSITIVE_INFINITY : (spread / Math.sqrt(count)) * studentT(count - 1);
  return { count, mean: middle, low: middle - half, high: middle + half };
}

/** Quantile, interpolated between the two nearest values; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance that the line explains: 1 if all points are on it. */
  readonly rSquared: number;
  /** Half the width of the 95 % interval of the slope; infinite for fewer than three points. */
  readonly slopePlusMinus: number;
  readonly count: number;
  readonly meanX: number;
  /** Sum of squared distances of x from its mean, and variance of the residuals. */
  readonly sxx: number;
  readonly variance: number;
}

/** Fits a line by least squares. */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): Line {
  const count = points.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const sxx = sum(points.map(([x]) => (x - meanX) ** 2));
  const sxy = sum(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  const syy = sum(points.map(([, y]) => (y - meanY) ** 2));
  const slope = sxx === 0 ? 0 : sxy / sxx;
  const intercept = meanY - slope * meanX;
  const residue = sum(points.map(([x, y]) => (y - intercept - slope * x) ** 2));
  const variance = count > 2 ? residue / (count - 2) : Number.POSITIVE_INFINITY;
  const error = sxx > 0 ? Math.sqrt(variance / sxx) : Number.POSITIVE_INFINITY;
  return {
    slope,
    intercept,
    rSquared: syy === 0 ? 1 : 1 - residue / syy,
    slopePlusMinus: error * studentT(count - 2),
    count,
    ...{ meanX, sxx, variance },
  };
}

/** Value of the line at x, with half the width of the 95 % interval for one measurement there. */
export function predictOnLine(line: Line, x: number): { readonly value: number; readonly plusMinus: number } {
  const lever = 1 + 1 / line.count + (x - line.meanX) ** 2 / line.sxx;
  return {
    value: line.intercept + line.slope * x,
    plusMinus: studentT(line.count - 2) * Math.sqrt(line.variance * lever),
  };
}

/** Two-sided 95 % quantile of Student's t by degrees of freedom; beyond the table, the limit value. */
const STUDENT_T: readonly number[] = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

export function studentT(freedom: number): number {
  return STUDENT_T[freedom - 1] ?? (freedom > 20 ? 2.0 : 2.2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
