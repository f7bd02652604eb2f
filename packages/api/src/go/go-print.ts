import type { JsonObject, JsonValue } from "../value/json-value.ts";

/** Characters that Go and CEL escape with a backslash inside quotes. */
export const goEscapes: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

const LONE_SURROGATES = /\p{Surrogate}/gu;
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Quotes a string as Go's `%q`, the form in Kubernetes' messages. */
export function quoteGo(text: string): string {
  if (PLAIN.test(text)) {
    return `"${text}"`;
  }
  let quoted = "";
  for (const char of text) {
    quoted += goEscapes.get(char) ?? (isGoPrintable(char) ? char : escapeCodePoint(char.codePointAt(0) ?? 0));
  }
  return `"${quoted}"`;
}

/** Quotes text as Go's time package does in parse errors: bytes beyond ASCII and control characters by number. */
export function quoteGoBytes(text: string): string {
  const escaped = text
    .replace(LONE_SURROGATES, "\ufffd")
    .replace(/["\\]/g, "\\$&")
    .replace(/[^\x20-\x7f]+/g, (run) => encodeURIComponent(run).toLowerCase().replaceAll("%", "\\x"));
  return `"${escaped}"`;
}

/** Go's `unicode.IsPrint` for one character. */
export function isGoPrintable(char: string): boolean {
  return PRINTABLE.test(char);
}

function escapeCodePoint(code: number): string {
  if (code < 0x80) {
    return `\\x${code.toString(16).padStart(2, "0")}`;
  }
  if (code >= 0xd800 && code <= 0xdfff) {
    // Go's strings are UTF-8, in which a lone surrogate is the replacement character.
    return "\ufffd";
  }
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Exponent from which Go prints floats with an exponent: `1.2345675e+06`. JavaScript does so from 21. */
const FIRST_LONG_EXPONENT = 6;

/**
 * Prints a number of JSON as Go's `%v`: an integer in full, any other as the shortest float, with exponents of two
 * digits.
 */
export function printGoNumber(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    return Object.is(value, -0) ? "-0" : value.toString();
  }
  const exponent = Number(value.toExponential().split("e")[1]);
  if (exponent < -4 || exponent >= FIRST_LONG_EXPONENT) {
    return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return value.toString();
}

const JSON_goEscapes = /[<>&\u2028\u2029]/g;

/** JSON of a map as Go encodes it: keys sorted; `<`, `>`, `&` and two line separators escaped. */
export function printGoJson(value: JsonValue): string {
  return printJson(value, sortedKeys);
}

/** JSON of raw JSON as Go encodes it: keys in their own order. */
export function printGoRawJson(value: JsonValue): string {
  return printJson(value, Object.keys);
}

function printJson(value: JsonValue, keysOf: (object: JsonObject) => readonly string[]): string {
  if (typeof value === "string") {
    return printGoJsonString(value);
  }
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => printJson(item, keysOf)).join(",")}]`;
  }
  return `{${keysOf(value)
    .map((key) => `${printGoJsonString(key)}:${printJson(value[key] as JsonValue, keysOf)}`)
    .join(",")}}`;
}

/** Matches text that neither Go nor JavaScript escapes. */
const PLAIN_TEXT = /^[ !#-%'-;=?-[\]-~]*$/;

export function printGoJsonString(text: string): string {
  if (PLAIN_TEXT.test(text)) {
    return `"${text}"`;
  }
  return JSON.stringify(text.replace(LONE_SURROGATES, "\ufffd")).replace(
    JSON_goEscapes,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Compares strings in Go's order, by UTF-8 bytes, which is that of code points; JavaScript's is that of code units. */
export function compareGoStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // Surrogates encode code points above all others of the basic plane.
      const xHigh = x >= 0xd800 && x <= 0xdfff;
      const yHigh = y >= 0xd800 && y <= 0xdfff;
      return xHigh === yHigh ? x - y : xHigh ? 1 : -1;
    }
  }
  return a.length - b.length;
}

function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort(compareGoStrings);
}
