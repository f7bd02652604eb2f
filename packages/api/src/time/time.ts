import { quoteGoBytes } from "../go/go-print.ts";
import type { Parsed } from "../value/parsed.ts";
import { daysIn, isPlain, parsePlainSeconds, parsePlainStart, printPlainSeconds } from "./plain-time.ts";

const SECONDS_LAYOUT = "2006-01-02T15:04:05Z07:00";
const MICROS_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

/** An instant with microseconds; a Date has only milliseconds. */
export interface MicroTime {
  /** Whole seconds since 1970, UTC. */
  readonly seconds: number;
  /** Microseconds, 0 to 999,999. */
  readonly micros: number;
}

/**
 * Parses RFC 3339 as a field of type Time does. Kubernetes: a fraction of any length is accepted, also after `,`
 * (meta/v1/time.go UnmarshalJSON, v1.36).
 */
export function parseTime(text: string): Parsed<Date> {
  const plain = parsePlainTime(text);
  if (plain !== undefined) {
    return { value: plain };
  }
  const parsed = parseLayout(text, SECONDS_LAYOUT);
  if (parsed.error !== undefined) {
    return parsed;
  }
  const { seconds, fraction } = parsed.value;
  return { value: new Date(seconds * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))) };
}

/** Whole seconds since 1970 of a time as {@link parseTime} accepts it; undefined for any other text. */
export function parseSeconds(text: string): number | undefined {
  const plain = parsePlainSeconds(text);
  if (plain !== undefined) {
    return plain;
  }
  const millis = parseTime(text).value?.getTime();
  return millis === undefined ? undefined : Math.floor(millis / 1000);
}

/** Parses a time in the server's own format; undefined for any other. */
function parsePlainTime(text: string): Date | undefined {
  const seconds = parsePlainSeconds(text);
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}

/** Prints a time in UTC and whole seconds, without fractions. Years beyond 9999 keep their digits. */
export function printTime(time: Date): string {
  return printTimeSeconds(Math.floor(time.getTime() / 1000));
}

/** Prints seconds since 1970 as a time in UTC, without fractions: `2026-01-31T12:00:00Z`. */
export function printTimeSeconds(seconds: number): string {
  return isPlain(seconds) ? printPlainSeconds(seconds) : `${printSeconds(seconds)}Z`;
}

/** Parses a time as a field of type MicroTime does: exactly six digits after the seconds. */
export function parseMicroTime(text: string): Parsed<MicroTime> {
  const plain = parsePlainMicroTime(text);
  if (plain !== undefined) {
    return { value: plain };
  }
  const parsed = parseLayout(text, MICROS_LAYOUT);
  return parsed.error === undefined
    ? { value: { seconds: parsed.value.seconds, micros: Number(parsed.value.fraction) } }
    : parsed;
}

const MICROS_START = "2006-01-02T15:04:05.".length;
const MICROS_END = MICROS_START + 6;

/** Parses a time in the server's own format; undefined for any other. */
function parsePlainMicroTime(text: string): MicroTime | undefined {
  if (text.length !== MICROS_END + 1 || text[MICROS_START - 1] !== "." || text[MICROS_END] !== "Z") {
    return undefined;
  }
  let micros = 0;
  for (let i = MICROS_START; i < MICROS_END; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) {
      return undefined;
    }
    micros = micros * 10 + digit;
  }
  const seconds = parsePlainStart(text);
  return seconds === undefined ? undefined : { seconds, micros };
}

export function printMicroTime({ seconds, micros }: MicroTime): string {
  const whole = printTimeSeconds(seconds);
  return `${whole.slice(0, -1)}.${micros.toString().padStart(6, "0")}Z`;
}

export function toMicroTime(time: Date): MicroTime {
  const seconds = Math.floor(time.getTime() / 1000);
  return { seconds, micros: (time.getTime() - seconds * 1000) * 1000 };
}

function printSeconds(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const sign = year < 0 ? "-" : "";
  // The end of toISOString(), `-MM-DDTHH:MM:SS.mmmZ`, has the same length for every year.
  return `${sign}${Math.abs(year).toString().padStart(4, "0")}${date.toISOString().slice(-20, -5)}`;
}

interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

/** Parts of both layouts up to the fraction, each with its maximum and the word in the error above it. */
const PARTS: readonly { layout: string; pattern: RegExp; max?: number; word?: string }[] = [
  { layout: "2006", pattern: /^\d{4}/ },
  { layout: "-", pattern: /^-/ },
  { layout: "01", pattern: /^\d{2}/, max: 12, word: "month" },
  { layout: "-", pattern: /^-/ },
  { layout: "02", pattern: /^\d{2}/ },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d{1,2}/, max: 23, word: "hour" },
  { layout: ":", pattern: /^:/ },
  { layout: "04", pattern: /^\d{2}/, max: 59, word: "minute" },
  { layout: ":", pattern: /^:/ },
  { layout: "05", pattern: /^\d{2}/, max: 59, word: "second" },
];

/** Parses from left to right up to the first error, whose message is Go's. */
function parseLayout(text: string, layout: string): Parsed<Instant> {
  const numbers: number[] = [];
  let rest = text;
  for (const part of PARTS) {
    const match = part.pattern.exec(rest)?.[0];
    if (match === undefined) {
      return { error: cannotParse({ text, layout, rest, part: part.layout }) };
    }
    rest = rest.slice(match.length);
    if (part.layout.length > 1) {
      numbers.push(Number(match));
    }
    if (part.max !== undefined && (Number(match) > part.max || (part.word === "month" && Number(match) === 0))) {
      return { error: outOfRange(text, part.word as string) };
    }
  }
  return parseEnd({ text, layout, rest, numbers });
}

interface Progress {
  readonly text: string;
  readonly layout: string;
  readonly rest: string;
  readonly numbers: readonly number[];
}

function parseEnd({ text, layout, rest, numbers }: Progress): Parsed<Instant> {
  const micros = layout === MICROS_LAYOUT;
  const fraction = (micros ? /^[.,](\d{6})/ : /^[.,](\d+)/).exec(rest);
  if (micros && fraction === null) {
    return { error: cannotParse({ text, layout, rest, part: ".000000" }) };
  }
  const zoneText = rest.slice(fraction?.[0].length ?? 0);
  const zone = /^(?:Z|([+-])(\d\d):(\d\d))/.exec(zoneText);
  if (zone === null) {
    return { error: cannotParse({ text, layout, rest: zoneText, part: "Z07:00" }) };
  }
  const [whole, sign, hours = "0", minutes = "0"] = zone;
  if (Number(hours) > 24) {
    return { error: outOfRange(text, "time zone offset hour") };
  }
  if (Number(minutes) > 60) {
    return { error: outOfRange(text, "time zone offset minute") };
  }
  if (zoneText.length > whole.length) {
    return { error: `parsing time ${quoteGoBytes(text)}: extra text: ${quoteGoBytes(zoneText.slice(whole.length))}` };
  }
  const [year, month, day] = numbers as [number, number, number];
  if (day < 1 || day > daysIn(year, month)) {
    return { error: outOfRange(text, "day") };
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  return { value: { seconds: toSeconds(numbers) - offset, fraction: fraction?.[1] ?? "" } };
}

function toSeconds(numbers: readonly number[]): number {
  const [year, month, day, hour, minute, second] = numbers as [number, number, number, number, number, number];
  const date = new Date(0);
  // Set separately, because Date.UTC maps years below 100 to the twentieth century.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime() / 1000;
}

function cannotParse(where: { text: string; layout: string; rest: string; part: string }): string {
  const head = `parsing time ${quoteGoBytes(where.text)} as ${quoteGoBytes(where.layout)}`;
  return `${head}: cannot parse ${quoteGoBytes(where.rest)} as ${quoteGoBytes(where.part)}`;
}

function outOfRange(text: string, what: string): string {
  return `parsing time ${quoteGoBytes(text)}: ${what} out of range`;
}
