const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const minSafe = BigInt(Number.MIN_SAFE_INTEGER);
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** Canonical form of an int: a JavaScript number if that is exact, else a bigint; undefined beyond int64. */
export function toInt(value: bigint): number | bigint | undefined {
  if (value >= minSafe && value <= maxSafe) {
    return Number(value);
  }
  return value >= minInt && value <= maxInt ? value : undefined;
}

export function isInt(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** @param value - an int; a fraction is truncated */
export function bigintOf(value: number | bigint): bigint {
  return typeof value === "bigint" ? value : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
}
