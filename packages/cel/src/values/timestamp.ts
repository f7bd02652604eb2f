import { timestampRange } from "./time-arithmetic.ts";
import { CelError, CelTimestamp, type CelValue } from "./value.ts";

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Parses RFC 3339 as Go does; undefined if invalid. */
export function parseTimestamp(text: string): CelValue | undefined {
  const match = pattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour < 24;
  if (!isReal || minute > 59 || second > 59 || offsetHours > 24 || offsetMinutes > 60) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = (offsetHours * 3600 + offsetMinutes * 60) * (match[8] === "-" ? -1 : 1);
  const nanoseconds = Number((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return createTimestamp(date.getTime() / 1000 - offset, nanoseconds, offset);
}

function daysIn(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

/** Creates a timestamp; an error if the year is not within 1 and 9999. */
export function createTimestamp(seconds: number, nanoseconds: number, offsetSeconds = 0): CelValue {
  return seconds < timestampRange.min || seconds > timestampRange.max
    ? new CelError("timestamp overflow")
    : new CelTimestamp(seconds, nanoseconds, offsetSeconds);
}

/** Formats the timestamp in the zone in which it was written. */
export function printTimestamp({ seconds, nanoseconds, offsetSeconds }: CelTimestamp): string {
  const date = new Date((seconds + offsetSeconds) * 1000).toISOString();
  // A year beyond 9999 or before 0 has a sign and six digits; it occurs only when the zone shifts the date across the
  // limit.
  const plain = date.slice(0, date.lastIndexOf("."));
  const fraction = nanoseconds === 0 ? "" : `.${String(nanoseconds).padStart(9, "0").replace(/0+$/, "")}`;
  return plain + fraction + printOffset(offsetSeconds);
}

function printOffset(offsetSeconds: number): string {
  if (offsetSeconds === 0) {
    return "Z";
  }
  const minutes = Math.abs(offsetSeconds) / 60;
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${offsetSeconds < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
