/** `size` times a power of ten, which is mostly one. */
export function scaleUp(size: bigint, places: number): bigint {
  return places === 0 || size === 0n ? size : size * 10n ** BigInt(places);
}

export function countDigits(size: bigint): number {
  return (size < 0n ? -size : size).toString().length;
}

/** Divides by `factor` as long as there is no remainder; returns the quotient and the number of divisions. */
export function dropFactors(size: bigint, factor: bigint): [bigint, number] {
  let times = 0;
  let rest = size;
  while (rest !== 0n && rest % factor === 0n) {
    rest /= factor;
    times++;
  }
  return [rest, times];
}

/** The same amount with the fewest digits and an exponent that is a multiple of three, as suffixes are. */
export function canonicalDecimal(unscaled: bigint, scale: number): [bigint, number] {
  const [amount, times] = dropFactors(unscaled, 10n);
  const exponent = scale + times;
  const surplus = ((exponent % 3) + 3) % 3;
  return [scaleUp(amount, surplus), exponent - surplus];
}
