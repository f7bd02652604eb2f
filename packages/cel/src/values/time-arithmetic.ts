import { CelDuration, CelError, CelTimestamp, type CelValue } from "./value.ts";

const minNanoseconds = -(2n ** 63n);
const maxNanoseconds = 2n ** 63n - 1n;
const second = 1_000_000_000n;

/** The first and last second a timestamp can name: the years 1 to 9999. */
export const timestampRange = { min: -62_135_596_800, max: 253_402_300_799 } as const;

export function addDuration(left: bigint, right: bigint): CelValue {
  const sum = left + right;
  return sum < minNanoseconds || sum > maxNanoseconds ? new CelError("integer overflow") : new CelDuration(sum);
}

export function addToTimestamp(timestamp: CelTimestamp, nanoseconds: bigint): CelValue {
  const total = totalNanoseconds(timestamp) + nanoseconds;
  const rest = ((total % second) + second) % second;
  const seconds = Number((total - rest) / second);
  return seconds < timestampRange.min || seconds > timestampRange.max
    ? new CelError("timestamp overflow")
    : new CelTimestamp(seconds, Number(rest), timestamp.offsetSeconds);
}

export function subtractTimestamps(left: CelTimestamp, right: CelTimestamp): CelValue {
  return addDuration(totalNanoseconds(left), -totalNanoseconds(right));
}

function totalNanoseconds(timestamp: CelTimestamp): bigint {
  return BigInt(timestamp.seconds) * second + BigInt(timestamp.nanoseconds);
}
