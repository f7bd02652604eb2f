const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

const INTEGER = /^[+-]?[0-9]+$/;

/**
 * A decimal number as Kubernetes reads it: written as an integer and within int64 it is kept exactly, as a `bigint` if
 * it is beyond 2^53; otherwise it is the nearest double, which is infinite where there is none.
 */
export function toInt64OrDouble(text: string): number | bigint {
  const double = Number(text);
  // Digits beyond those of int64 are not worth a BigInt, whose making costs more than linear time.
  if (Number.isSafeInteger(double) || Math.abs(double) > 2 ** 63 || !INTEGER.test(text)) {
    return double;
  }
  const exact = BigInt(text);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact : double;
}
