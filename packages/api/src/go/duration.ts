import type { Parsed } from "../value/parsed.ts";
import { quoteGoBytes } from "./go-print.ts";

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const MAX = 2n ** 63n - 1n;
const TERM = /^(\d*)(?:\.(\d*))?([^.\d]*)/;

/** Parses a duration in Go's form, `1h30m`, to nanoseconds: the form of all fields of type Duration. */
export function parseDuration(text: string): Parsed<bigint> {
  const isNegative = text.startsWith("-");
  let rest = /^[+-]/.test(text) ? text.slice(1) : text;
  if (rest === "0") {
    return { value: 0n };
  }
  if (rest === "") {
    return bad(text);
  }
  let total = 0n;
  while (rest !== "") {
    const term = parseTerm(rest, text);
    if (term.error !== undefined) {
      return term;
    }
    rest = rest.slice(term.value.length);
    total += term.value.nanoseconds;
    if (total > MAX + 1n) {
      return bad(text);
    }
  }
  if (isNegative) {
    return { value: -total };
  }
  return total > MAX ? bad(text) : { value: total };
}

function parseTerm(rest: string, text: string): Parsed<{ nanoseconds: bigint; length: number }> {
  const [match, whole = "", fraction = "", unit = ""] = TERM.exec(rest) as RegExpExecArray;
  const digits = whole.replace(/^0+/, "");
  if ((whole === "" && fraction === "") || digits.length > 19 || BigInt(digits) > MAX + 1n) {
    return bad(text);
  }
  if (unit === "") {
    return { error: `time: missing unit in duration ${quoteGoBytes(text)}` };
  }
  const scale = UNITS.get(unit);
  if (scale === undefined) {
    return { error: `time: unknown unit ${quoteGoBytes(unit)} in duration ${quoteGoBytes(text)}` };
  }
  const nanoseconds = BigInt(digits) * scale + scaleFraction(fraction, scale);
  return nanoseconds > MAX + 1n ? bad(text) : { value: { nanoseconds, length: match.length } };
}

/** Fraction of a unit in nanoseconds, in floating point as Go computes it; digits beyond int64 are ignored. */
function scaleFraction(fraction: string, scale: bigint): bigint {
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  let digits = fraction.slice(0, zeros + 19);
  if (BigInt(digits) > MAX + 1n) {
    digits = digits.slice(0, -1);
  }
  return BigInt(Math.trunc(Number(BigInt(digits)) * (Number(scale) / 10 ** digits.length)));
}

function bad(text: string): { error: string } {
  return { error: `time: invalid duration ${quoteGoBytes(text)}` };
}

/** Duration in milliseconds, rounded towards zero; imprecise beyond the range of timers. */
export function durationToMs(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}
