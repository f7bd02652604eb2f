/** Random numbers that depend on the seed only. */
export interface Random {
  /** An integer from 0 up to, not including, `bound`. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % Math.max(bound, 1);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
