import { quoteGo } from "@kiln/api";
import { CelError, type CelTimestamp } from "./value.ts";

/** Local time of a timestamp in a zone, as a Date whose UTC fields are the local ones. */
export function inTimeZone(timestamp: CelTimestamp, zone: string): Date | CelError {
  const offset = offsetOf(timestamp, zone);
  return offset instanceof CelError ? offset : new Date((timestamp.seconds + offset) * 1000);
}

function offsetOf(timestamp: CelTimestamp, zone: string): number | CelError {
  const colon = zone.indexOf(":");
  if (colon === -1) {
    return zone === "" || zone === "UTC" || zone === "Local" ? 0 : namedOffset(timestamp, zone);
  }
  const hours = parseWhole(zone.slice(0, colon));
  const minutes = parseWhole(zone.slice(colon + 1));
  if (hours instanceof CelError || minutes instanceof CelError) {
    return hours instanceof CelError ? hours : minutes;
  }
  return (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes) * 60;
}

function parseWhole(text: string): number | CelError {
  return /^[+-]?\d{1,9}$/.test(text)
    ? Number(text)
    : new CelError(`strconv.Atoi: parsing ${quoteGo(text)}: invalid syntax`);
}

function namedOffset(timestamp: CelTimestamp, zone: string): number | CelError {
  const format = zoneFormat(zone);
  if (format === undefined) {
    return new CelError(`unknown time zone ${zone}`);
  }
  const shown = new Map(format.formatToParts(timestamp.seconds * 1000).map((part) => [part.type, part.value]));
  const field = (name: Intl.DateTimeFormatPartTypes) => Number(shown.get(name));
  const year = shown.get("era") === "BC" ? 1 - field("year") : field("year");
  const local = new Date(0);
  local.setUTCFullYear(year, field("month") - 1, field("day"));
  local.setUTCHours(field("hour"), field("minute"), field("second"));
  return local.getTime() / 1000 - timestamp.seconds;
}

/** Formatter of a zone from the time zone database, by case-sensitive name; undefined if the zone is unknown. */
function zoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) {
    return undefined;
  }
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}
