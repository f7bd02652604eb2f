/** For each value whether the same came before it. */
export function findRepeats(values: readonly string[]): boolean[] {
  const seen = new Set<string>();
  return values.map((value) => {
    const isRepeat = seen.has(value);
    seen.add(value);
    return isRepeat;
  });
}
