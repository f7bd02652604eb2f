const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

const INTEGER = /^[+-]?[0-9]+$/;

/**
 * Converts a decimal number as Kubernetes does: an integer in the range of int64 is exact, as a `bigint` if it is
 * beyond 2^53; any other is the nearest double, possibly infinite.
 */
export function toInt64OrDouble(text: string): number | bigint {
  const double = Number(text);
  // A BigInt of more digits than int64 has takes more than linear time.
  if (Number.isSafeInteger(double) || Math.abs(double) > 2 ** 63 || !INTEGER.test(text)) {
    return double;
  }
  const exact = BigInt(text);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact : double;
}
