const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** A date of the calendar in the form of RFC 3339. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) {
    return false;
  }
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeapDay || (day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0));
}

const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u;

/**
 * Kubernetes: case does not matter, any character may separate the fraction, and the part after a second T is ignored
 * (strfmt/time.go IsDateTime, v1.36).
 */
export function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split("t", 2);
  if (date === undefined || time === undefined || !isDate(date)) {
    return false;
  }
  const match = TIME.exec(time);
  return match !== null && Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}

/** The input of Go's time.ParseDuration: `1h30m`, `-1.5s`, `0`. */
const GO_DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

interface Unit {
  /** Names of the unit; other letters may follow the last one, as in `seconds`. */
  readonly names: readonly string[];
  readonly nanoseconds: bigint;
}

const SECOND = 1_000_000_000n;

const UNITS: readonly Unit[] = [
  { names: ["ns", "nano"], nanoseconds: 1n },
  { names: ["us", "µs", "micro"], nanoseconds: 1000n },
  { names: ["ms", "milli"], nanoseconds: 1_000_000n },
  { names: ["s", "sec"], nanoseconds: SECOND },
  { names: ["m", "min"], nanoseconds: 60n * SECOND },
  { names: ["h", "hr", "hour"], nanoseconds: 3600n * SECOND },
  { names: ["d", "day"], nanoseconds: 86_400n * SECOND },
  { names: ["w", "wk", "week"], nanoseconds: 604_800n * SECOND },
];

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A duration in Go's form or in Scala's (`1 hour`). Kubernetes: one number with a unit anywhere in the string is enough
 * (strfmt/duration.go ParseDuration, v1.36).
 */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || readLooseDuration(text) !== undefined;
}

function isGoDuration(text: string): boolean {
  return (
    GO_DURATION.test(text) && [...text.matchAll(/(\d+)(?:\.\d*)?[a-zµμ]/g)].every(([, digits]) => isInt64(digits ?? ""))
  );
}

/**
 * Sum of all amounts in the text, in nanoseconds as int64; undefined if there is none. One pass: a run of digits
 * without a unit is skipped whole, where a regular expression would try every part of it.
 */
export function readLooseDuration(text: string): bigint | undefined {
  const amount = /(\d+)[\t\n\f\r ]*([A-Za-zµ]*)/g;
  let sum: bigint | undefined;
  for (let match = amount.exec(text); match !== null; match = amount.exec(text)) {
    const [, digits, name] = match as unknown as readonly [string, string, string];
    if (name !== "" && !isInt64(digits)) {
      return undefined;
    }
    const unit = name === "" ? undefined : findUnit(name.toLowerCase());
    if (unit !== undefined) {
      sum = BigInt.asIntN(64, (sum ?? 0n) + BigInt(digits) * unit.nanoseconds);
    }
  }
  return sum;
}

function isInt64(digits: string): boolean {
  const significant = digits.replace(/^0+/, "");
  return significant.length < 20 && BigInt(significant || "0") <= MAX_INT64;
}

function findUnit(name: string): Unit | undefined {
  return UNITS.find(({ names }) => names.includes(name) || name.startsWith(names.at(-1) as string));
}
