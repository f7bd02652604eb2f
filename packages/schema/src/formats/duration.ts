/** What Go's time.ParseDuration reads: `1h30m`, `-1.5s`, `0`. */
const GO_DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** A unit may be written as any of these, and may go on after the last (`seconds`). */
const UNITS: readonly (readonly string[])[] = [
  ["ns", "nano"],
  ["us", "µs", "micro"],
  ["ms", "milli"],
  ["s", "sec"],
  ["m", "min"],
  ["h", "hr", "hour"],
  ["d", "day"],
  ["w", "wk", "week"],
];

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A duration in Go's form or in Scala's (`1 hour`).
 * Kubernetes: it is enough that one number with a unit is found anywhere; the rest is not looked at.
 */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || findsAmount(text);
}

function isGoDuration(text: string): boolean {
  return (
    GO_DURATION.test(text) && [...text.matchAll(/(\d+)(?:\.\d*)?[a-zµμ]/g)].every(([, digits]) => isInt64(digits ?? ""))
  );
}

/** One pass: a run of digits that no unit follows is skipped whole, where an expression would try every part of it. */
function findsAmount(text: string): boolean {
  const amount = /(\d+)[\t\n\f\r ]*([A-Za-zµ]*)/g;
  let isFound = false;
  for (let match = amount.exec(text); match !== null; match = amount.exec(text)) {
    const [, digits, unit] = match as unknown as readonly [string, string, string];
    if (unit !== "" && !isInt64(digits)) {
      return false;
    }
    isFound ||= unit !== "" && isUnit(unit.toLowerCase());
  }
  return isFound;
}

function isInt64(digits: string): boolean {
  const significant = digits.replace(/^0+/, "");
  return significant.length < 20 && BigInt(significant || "0") <= MAX_INT64;
}

function isUnit(unit: string): boolean {
  return UNITS.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) as string));
}
