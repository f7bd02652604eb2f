import type { Random } from "./random.ts";

/** Texts with a meaning in one of the formats. */
const FRAGMENTS: readonly string[] = [
  ..."{}[]:,\"'\\-?#&*!|>%@`~.+_=<\n\r\t 019eExuy",
  "\\u0000",
  "\\ud83d\\ude00",
  "\\ud800",
  "1234567890123456789",
  "-9223372036854775809",
  "1e308",
  "e400",
  "0x1f",
  "true",
  "null",
  "yes",
  "\n- ",
  "\n  ",
  ": ",
  "? ",
  "<<: ",
  "&a ",
  "*a",
  "!!str ",
  "!!binary ",
  "---\n",
  "...\n",
  "|\n",
  ">2-\n",
  "%YAML 1.1\n",
  '"__proto__":',
  "2001-01-01",
  "\ufeff",
  "\u2028",
  "é😀",
];

type Mutation = (input: Buffer, random: Random, corpus: readonly Buffer[]) => Buffer;

const MUTATIONS: readonly Mutation[] = [insertFragment, insertFragment, remove, changeByte, repeat, splice, swap];

/** A new input: an input of the corpus with a few changes. */
export function mutate(random: Random, corpus: readonly Buffer[]): Buffer {
  let input = random.pick(corpus);
  for (let steps = 1 + random.below(4); steps > 0; steps--) {
    input = random.pick(MUTATIONS)(input, random, corpus);
  }
  // Some texts are much longer than usual, to check that time grows linearly.
  return random.below(200) === 0 ? grow(input, random) : input;
}

function insertFragment(input: Buffer, random: Random): Buffer {
  const at = random.below(input.length + 1);
  return Buffer.concat([input.subarray(0, at), Buffer.from(random.pick(FRAGMENTS)), input.subarray(at)]);
}

function remove(input: Buffer, random: Random): Buffer {
  const at = random.below(input.length);
  return Buffer.concat([input.subarray(0, at), input.subarray(at + 1 + random.below(4))]);
}

function changeByte(input: Buffer, random: Random): Buffer {
  const at = random.below(input.length);
  return Buffer.concat([input.subarray(0, at), Buffer.of(random.below(256)), input.subarray(at + 1)]);
}

function repeat(input: Buffer, random: Random): Buffer {
  const start = random.below(input.length);
  const piece = input.subarray(start, start + 1 + random.below(12));
  const copies = Array.from({ length: 1 + random.below(20) }, () => piece);
  return Buffer.concat([input.subarray(0, start), ...copies, input.subarray(start)]);
}

function splice(input: Buffer, random: Random, corpus: readonly Buffer[]): Buffer {
  const other = random.pick(corpus);
  return Buffer.concat([input.subarray(0, random.below(input.length + 1)), other.subarray(random.below(other.length))]);
}

function swap(input: Buffer, random: Random): Buffer {
  const middle = random.below(input.length + 1);
  return Buffer.concat([input.subarray(middle), input.subarray(0, middle)]);
}

function grow(input: Buffer, random: Random): Buffer {
  const start = random.below(input.length);
  const piece = input.subarray(start, start + 1 + random.below(40));
  const copies = Math.ceil(60_000 / Math.max(piece.length, 1));
  return Buffer.concat([
    input.subarray(0, start),
    ...Array.from({ length: copies }, () => piece),
    input.subarray(start),
  ]);
}
