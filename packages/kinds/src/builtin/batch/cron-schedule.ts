import { parseDuration, quoteGo } from "@kiln/api";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Bounds of the fields: minute, hour, day of the month, month, day of the week. */
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
const EVERY = "@every ";

/** Error of an invalid schedule, with the message of the Go library that Kubernetes uses; undefined if it is valid. */
export function scheduleFault(schedule: string): string | undefined {
  const zone = /^(?:TZ|CRON_TZ)=/.exec(schedule);
  if (zone === null) {
    return specFault(schedule);
  }
  const space = schedule.indexOf(" ");
  if (space < 0) {
    return `invalid schedule format: runtime error: slice bounds out of range [:-1]`;
  }
  const name = schedule.slice(zone[0].length, space);
  return isTimeZone(name)
    ? specFault(schedule.slice(space).trim())
    : `provided bad location ${name}: unknown time zone ${name}`;
}

function specFault(spec: string): string | undefined {
  if (spec.startsWith("@")) {
    return descriptorFault(spec);
  }
  const fields = spec.split(/\s+/).filter((field) => field !== "");
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(" ")}]`;
  }
  for (const [i, field] of fields.entries()) {
    for (const range of field.split(",").filter((text) => text !== "")) {
      const fault = rangeFault(range, FIELDS[i] as Bounds);
      if (fault !== undefined) {
        return fault;
      }
    }
  }
  return undefined;
}

function descriptorFault(text: string): string | undefined {
  if (DESCRIPTORS.includes(text)) {
    return undefined;
  }
  if (!text.startsWith(EVERY)) {
    return `unrecognized descriptor: ${text}`;
  }
  const { error } = parseDuration(text.slice(EVERY.length));
  return error === undefined ? undefined : `failed to parse duration ${text}: ${error}`;
}

/** Validates a range: `3`, `1-5` or `*`, each optionally with a step such as `/2`. */
function rangeFault(range: string, bounds: Bounds): string | undefined {
  const parts = range.split("/");
  const ends = (parts[0] as string).split("-");
  const read = readEnds(ends, range, bounds);
  if (typeof read === "string") {
    return read;
  }
  if (parts.length > 2) {
    return `too many slashes: ${range}`;
  }
  const step = parts.length === 2 ? readNumber(parts[1] as string) : 1;
  if (typeof step === "string") {
    return step;
  }
  const start = read.start;
  const end = parts.length === 2 && ends.length === 1 ? bounds.max : read.end;
  return boundsFault({ start, end, step }, range, bounds);
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

function boundsFault({ start, end, step }: Range, range: string, { min, max }: Bounds): string | undefined {
  if (start < min) {
    return `beginning of range (${start}) below minimum (${min}): ${range}`;
  }
  if (end > max) {
    return `end of range (${end}) above maximum (${max}): ${range}`;
  }
  if (start > end) {
    return `beginning of range (${start}) beyond end of range (${end}): ${range}`;
  }
  return step === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

function readEnds(
  ends: readonly string[],
  range: string,
  bounds: Bounds,
): { readonly start: number; readonly end: number } | string {
  const [low = "", high] = ends;
  if (low === "*" || low === "?") {
    return { start: bounds.min, end: bounds.max };
  }
  const start = readName(low, bounds);
  if (typeof start === "string") {
    return start;
  }
  if (ends.length > 2) {
    return `too many hyphens: ${range}`;
  }
  const end = high === undefined ? start : readName(high, bounds);
  return typeof end === "string" ? end : { start, end };
}

function readName(text: string, { names }: Bounds): number | string {
  const named = text === "" ? -1 : (names?.indexOf(text.toLowerCase()) ?? -1);
  return named >= 0 ? named : readNumber(text);
}

/** Parses a number; returns a string if it is invalid, the error. */
function readNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quoteGo(text)}: invalid syntax`;
  }
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quoteGo(text)}: value out of range`;
  }
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}

/** Whether the name is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  if (name === "" || name === "UTC" || name === "Local") {
    return true;
  }
  if (!/^[A-Za-z]/.test(name)) {
    return false;
  }
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
