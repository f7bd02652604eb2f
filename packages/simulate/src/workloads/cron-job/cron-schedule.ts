import { durationToMs, parseDuration } from "@kiln/api";

/** Returns the next scheduled time after a time; undefined if there is none within five years. */
export type CronSchedule = (afterMs: number) => number | undefined;

const DESCRIPTORS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_DAYS = 5 * 366;

interface Fields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Whether both day fields are restricted, so that a match of one is enough. */
  readonly isEitherDay: boolean;
}

/** Parses a cron schedule; undefined if it is invalid. */
export function parseSchedule(text: string, timeZone = "UTC"): CronSchedule | undefined {
  const [, every] = /^@every\s+(.+)$/.exec(text) ?? [];
  if (every !== undefined) {
    const { value } = parseDuration(every);
    const ms = value === undefined ? 0 : Math.max(durationToMs(value), 1000);
    return value === undefined ? undefined : (afterMs) => Math.floor(afterMs / 1000) * 1000 + ms;
  }
  const fields = parseFields((DESCRIPTORS[text] ?? text).trim().split(/\s+/));
  const zone = openZone(timeZone);
  return fields === undefined || zone === undefined ? undefined : (afterMs) => next(fields, zone, afterMs);
}

function parseFields([minute, hour, day, month, weekday, ...rest]: readonly string[]): Fields | undefined {
  if (weekday === undefined || rest.length > 0) {
    return undefined;
  }
  const minutes = parseField(minute ?? "", 0, 59);
  const hours = parseField(hour ?? "", 0, 23);
  const days = parseField(day ?? "", 1, 31);
  const months = parseField(month ?? "", 1, 12, MONTHS);
  const weekdays = parseField(weekday, 0, 7, DAYS);
  if (!minutes || !hours || !days || !months || !weekdays) {
    return undefined;
  }
  const isEitherDay = !/^[*?]/.test(day ?? "") && !/^[*?]/.test(weekday);
  return { minutes, hours, days, months, weekdays: new Set([...weekdays].map((one) => one % 7)), isEitherDay };
}

function parseField(text: string, least: number, most: number, names: readonly string[] = []): Set<number> | undefined {
  const values = new Set<number>();
  const numberOf = (name: string) => {
    const place = names.indexOf(name.toLowerCase());
    return place < 0 ? (/^\d+$/.test(name) ? Number(name) : Number.NaN) : place + (names === MONTHS ? 1 : 0);
  };
  for (const part of text.split(",")) {
    const [range = "", step] = part.split("/");
    const isAll = range === "*" || range === "?";
    const [first = "", last] = range.split("-");
    const from = isAll ? least : numberOf(first);
    const to = isAll ? most : last === undefined ? (step === undefined ? from : most) : numberOf(last);
    const by = step === undefined ? 1 : Number(step);
    if (!(from >= least && to <= most && from <= to && by >= 1)) {
      return undefined;
    }
    for (let value = from; value <= to; value += by) {
      values.add(value);
    }
  }
  return values;
}

/** Offset from UTC at a time, in milliseconds. */
type Zone = (ms: number) => number;

function openZone(timeZone: string): Zone | undefined {
  if (timeZone === "UTC" || timeZone === "Etc/UTC") {
    return () => 0;
  }
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return (ms) => {
      const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
    };
  } catch {
    return undefined;
  }
}

/** Next scheduled time: searches days, then times of a day, in local time. */
function next(fields: Fields, zone: Zone, afterMs: number): number | undefined {
  const localMs = afterMs + zone(afterMs);
  const firstDay = Math.floor(localMs / DAY_MS);
  for (let day = firstDay; day < firstDay + MAX_DAYS; day++) {
    if (!matchesDay(fields, new Date(day * DAY_MS))) {
      continue;
    }
    for (let minute = 0; minute < 1440; minute++) {
      if (fields.hours.has(Math.floor(minute / 60)) && fields.minutes.has(minute % 60)) {
        const ms = toUtc(day * DAY_MS + minute * MINUTE_MS, zone);
        if (ms !== undefined && ms > afterMs) {
          return ms;
        }
      }
    }
  }
  return undefined;
}

/** UTC time of a local time; undefined for one that daylight saving skips. */
function toUtc(localMs: number, zone: Zone): number | undefined {
  for (const guess of [localMs - zone(localMs), localMs - zone(localMs - zone(localMs))]) {
    if (guess + zone(guess) === localMs) {
      return guess;
    }
  }
  return undefined;
}

function matchesDay({ days, months, weekdays, isEitherDay }: Fields, date: Date): boolean {
  const isDay = days.has(date.getUTCDate());
  const isWeekday = weekdays.has(date.getUTCDay());
  return months.has(date.getUTCMonth() + 1) && (isEitherDay ? isDay || isWeekday : isDay && isWeekday);
}
