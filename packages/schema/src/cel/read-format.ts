import { parseDuration, quoteGo } from "@kiln/api";
import { CelDuration, CelError, type CelValue, parseTimestamp } from "@kiln/cel";
import { readLooseDuration } from "../formats/times.ts";

/**
 * Decodes a string by its format. A value that is no string is returned unchanged: it is decoded already, or another
 * check rejects it.
 */
type ReadFormat = (raw: CelValue) => CelValue;

export const readDuration: ReadFormat = (raw) => {
  if (typeof raw !== "string") {
    return raw;
  }
  const nanoseconds = parseDuration(raw).value ?? readLooseDuration(raw);
  return nanoseconds === undefined
    ? new CelError(`Invalid duration ${raw}: unable to parse ${raw} as duration`)
    : new CelDuration(nanoseconds);
};

export const readDate: ReadFormat = (raw) => {
  if (typeof raw !== "string") {
    return raw;
  }
  const midnight = /^\d{4}-\d\d-\d\d$/.test(raw) ? parseTimestamp(`${raw}T00:00:00Z`) : undefined;
  return midnight ?? new CelError(`Invalid date formatted string ${raw}: ${explainTime(raw)}`);
};

export const readDateTime: ReadFormat = (raw) => {
  if (typeof raw !== "string") {
    return raw;
  }
  // Kubernetes: the decoder accepts a time without a zone, and reads the empty string as 1970 (strfmt/time.go
  // ParseDateTime, v1.36).
  const time = parseTimestamp(raw === "" ? "1970-01-01T00:00:00Z" : raw) ?? parseTimestamp(`${raw}Z`);
  return time ?? new CelError(`Invalid date-time formatted string ${raw}: ${explainTime(raw)}`);
};

/** Go's error for the last layout that Kubernetes tries, the one without a zone. */
function explainTime(text: string): string {
  const [read = "", time] = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(?:[.,]\d+)?)?/.exec(text) ?? [];
  const rest = quoteGo(text.slice(read.length));
  return time === undefined
    ? `parsing time ${quoteGo(text)} as "2006-01-02T15:04:05": cannot parse ${rest} as "${read === "" ? "2006" : "T"}"`
    : `parsing time ${quoteGo(text)}: extra text: ${rest}`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Kubernetes: validation accepts the alphabet with + and /, decoding for rules the one with - and _; both require
// padding (strfmt/default.go UnmarshalText and cel/common/valuesunstructured.go UnstructuredToVal, v1.36).
export const readBytes: ReadFormat = (raw) => {
  if (typeof raw !== "string") {
    return raw;
  }
  const text = raw.replace(/={1,2}$/, "");
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = ALPHABET.indexOf(text.charAt(index));
    if (digit < 0) {
      return new CelError(`Invalid byte formatted string ${raw}: illegal base64 data at input byte ${index}`);
    }
    const place = index % 4;
    buffer = ((buffer << 6) | digit) & 0xffff;
    if (place > 0) {
      bytes[Math.floor(index / 4) * 3 + place - 1] = buffer >> (6 - 2 * place);
    }
  }
  return bytes;
};
