import type { Random } from "@kiln/api";

/** Numbers from 0 up to but not including 1, the same for the same seed and name (mulberry32). */
export function seededFractions(seed: number, name: string): () => number {
  let state = hash(name) ^ Math.trunc(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random number that depends on seed and name only. */
export function seededFraction(seed: number, name: string): number {
  return seededFractions(seed, name)();
}

/** Random source of a cluster whose uids and generated names are the same in every run. */
export function seededRandom(seed: number): Random {
  const fraction = seededFractions(seed, "names");
  const uids = seededFractions(seed, "uids");
  const hex = (digits: number) =>
    Math.floor(uids() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  return { fraction, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}` };
}

/** FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value;
}
