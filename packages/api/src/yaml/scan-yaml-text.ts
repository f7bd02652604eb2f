import {
  COLON,
  endOfLine,
  HASH,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isDocumentMark,
  LINE_FEED,
  SPACE,
  scannerError,
  TAB,
  type YamlCursor,
} from "./yaml-cursor.ts";

/** Scans a plain scalar, folded if it has several lines, up to the token after it. */
export function scanPlain(cursor: YamlCursor): string {
  const { text, flowDepth } = cursor;
  let value = "";
  for (;;) {
    const start = cursor.at;
    const end = scanPlainLine(cursor);
    value += text.slice(start, end);
    if (!isBreak(text.charCodeAt(cursor.at))) {
      return value;
    }
    const folded = foldBreaks(cursor, { rejectsTabs: true });
    const code = text.charCodeAt(cursor.at);
    const isOutside = flowDepth === 0 && cursor.at - cursor.lineStart <= cursor.indent;
    if (isOutside || code === HASH || Number.isNaN(code) || isDocumentMark(cursor) || endsPlain(cursor, code)) {
      cursor.isKeyAllowed = true;
      return value;
    }
    value += folded;
  }
}

/** Moves past the text of a line and the blanks after it. Returns the end of the text. */
function scanPlainLine(cursor: YamlCursor): number {
  const { text } = cursor;
  let end = cursor.at;
  for (;;) {
    let code = text.charCodeAt(cursor.at);
    while (!isBlankOrEnd(code) && !endsPlain(cursor, code)) {
      code = text.charCodeAt(++cursor.at);
    }
    if (end < cursor.at) {
      end = cursor.at;
    }
    if (!isBlank(code)) {
      return end;
    }
    while (isBlank(code)) {
      code = text.charCodeAt(++cursor.at);
    }
    if (code === HASH || isBlankOrEnd(code) || endsPlain(cursor, code)) {
      return end;
    }
  }
}

/** Whether a plain scalar ends here: at a colon before a blank, and within `[]` or `{}` at any of `,?[]{}`. */
function endsPlain({ text, at, flowDepth }: YamlCursor, code: number): boolean {
  if (code === COLON) {
    return isBlankOrEnd(text.charCodeAt(at + 1));
  }
  return (
    flowDepth > 0 &&
    (code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d)
  );
}

/**
 * Moves from a line end to the next character that is neither blank nor a line end. Returns a space for one line end,
 * and a line end for each further one.
 */
function foldBreaks(cursor: YamlCursor, { rejectsTabs }: { readonly rejectsTabs: boolean }): string {
  const { text } = cursor;
  const first = text[cursor.at] as string;
  const rest = skipBreaks(cursor, rejectsTabs);
  if (first !== "\n") {
    return first + rest;
  }
  return rest === "" ? " " : rest;
}

/** Skips line ends and returns all but the first. */
function skipBreaks(cursor: YamlCursor, rejectsTabs: boolean): string {
  const { text } = cursor;
  cursor.lineStart = ++cursor.at;
  const breaks = new BreakCounter();
  for (let code = text.charCodeAt(cursor.at); isBlank(code) || isBreak(code); code = text.charCodeAt(cursor.at)) {
    if (rejectsTabs && code === TAB && cursor.at - cursor.lineStart <= cursor.indent) {
      throw scannerError(cursor, "found a tab character that violates indentation");
    }
    cursor.at++;
    if (isBreak(code)) {
      breaks.add(code);
      cursor.lineStart = cursor.at;
    }
  }
  return breaks.toString();
}

/** Counts consecutive line ends, almost always \n: joining a million of them one by one would cost more. */
class BreakCounter {
  #before = "";
  #count = 0;

  add(code: number): void {
    if (code === LINE_FEED) {
      this.#count++;
    } else {
      this.#before = this.toString() + String.fromCharCode(code);
      this.#count = 0;
    }
  }

  toString(): string {
    return this.#before + "\n".repeat(this.#count);
  }
}

const SINGLE_QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Scans a quoted scalar, from its opening quote. */
export function scanQuoted(cursor: YamlCursor): string {
  const { text } = cursor;
  const quote = text.charCodeAt(cursor.at++);
  let value = "";
  for (;;) {
    if (isDocumentMark(cursor)) {
      throw scannerError(cursor, "found unexpected document indicator");
    }
    const start = cursor.at;
    const end = scanQuotedRun(cursor, quote);
    const code = text.charCodeAt(cursor.at);
    if (Number.isNaN(code)) {
      throw scannerError(cursor, "found unexpected end of stream");
    }
    if (isBreak(code)) {
      value += text.slice(start, end) + foldBreaks(cursor, { rejectsTabs: false });
    } else {
      value += text.slice(start, cursor.at);
      if (code === BACKSLASH) {
        value += scanEscape(cursor);
      } else if (text.charCodeAt(++cursor.at) === quote && quote === SINGLE_QUOTE) {
        value += "'";
        cursor.at++;
      } else {
        return value;
      }
    }
  }
}

/** Moves to the next quote, backslash or line end. Returns the start of the blanks before it. */
function scanQuotedRun(cursor: YamlCursor, quote: number): number {
  const { text } = cursor;
  const start = cursor.at;
  let code = text.charCodeAt(cursor.at);
  while (
    code !== quote &&
    !isBreak(code) &&
    (code !== BACKSLASH || quote !== DOUBLE_QUOTE) &&
    cursor.at < text.length
  ) {
    code = text.charCodeAt(++cursor.at);
  }
  let end = cursor.at;
  while (end > start && isBlank(text.charCodeAt(end - 1))) {
    end--;
  }
  return end;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Scans an escape, from its backslash. */
function scanEscape(cursor: YamlCursor): string {
  const { text } = cursor;
  const char = text[cursor.at + 1] ?? "";
  if (char !== "" && isBreak(char.charCodeAt(0))) {
    cursor.at++;
    return skipBreaks(cursor, false);
  }
  const plain = ESCAPES[char];
  const digits = HEX_DIGITS[char];
  if (plain === undefined && digits === undefined) {
    throw scannerError(cursor, "found unknown escape character");
  }
  cursor.at += 2;
  return plain ?? scanCodePoint(cursor, digits as number);
}

/** Scans a code point of `length` hexadecimal digits. */
function scanCodePoint(cursor: YamlCursor, length: number): string {
  const digits = cursor.text.slice(cursor.at, cursor.at + length);
  if (digits.length < length || !/^[0-9A-Fa-f]*$/.test(digits)) {
    throw scannerError(cursor, "did not find expected hexdecimal number");
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw scannerError(cursor, "found invalid Unicode character escape code");
  }
  cursor.at += length;
  return String.fromCodePoint(code);
}

/** Treatment of line ends at the end of a block scalar: one is kept (clip), none (strip), or all (keep). */
type Chomping = "clip" | "strip" | "keep";

interface BlockHeader {
  readonly chomping: Chomping;
  /** Indentation in the header; 0: that of the first line. */
  readonly increment: number;
}

/** Scans a block scalar, from its `|` or `>`. */
export function scanBlockScalar(cursor: YamlCursor): string {
  const { text } = cursor;
  const isLiteral = text[cursor.at++] === "|";
  const { chomping, increment } = scanBlockHeader(cursor);
  const given = increment === 0 ? 0 : Math.max(cursor.indent, 0) + increment;
  const lead = skipIndentation(cursor, given);
  const { indent } = lead;
  let { breaks } = lead;
  let value = "";
  let lastBreak = "";
  let isAfterIndented = false;
  while (cursor.at - cursor.lineStart === indent && cursor.at < text.length) {
    const isIndented = isBlank(text.charCodeAt(cursor.at));
    const isFolded = !isLiteral && !isAfterIndented && !isIndented && lastBreak === "\n";
    value += (isFolded ? (breaks === "" ? " " : "") : lastBreak) + breaks;
    isAfterIndented = isIndented;
    const start = cursor.at;
    cursor.at = endOfLine(text, start);
    value += text.slice(start, cursor.at);
    lastBreak = takeBreak(cursor);
    ({ breaks } = skipIndentation(cursor, indent));
  }
  cursor.isKeyAllowed = true;
  return value + (chomping === "strip" ? "" : lastBreak) + (chomping === "keep" ? breaks : "");
}

/** Takes one line end. */
function takeBreak(cursor: YamlCursor): string {
  const code = cursor.text.charCodeAt(cursor.at);
  if (!isBreak(code)) {
    return "";
  }
  cursor.lineStart = ++cursor.at;
  return code === LINE_FEED ? "\n" : String.fromCharCode(code);
}

const BLOCK_HEADER = /(?:([+-])([0-9])?|([0-9])([+-])?)?[ \t]*/y;

/** Scans the header of a block scalar and moves to the next line. */
function scanBlockHeader(cursor: YamlCursor): BlockHeader {
  BLOCK_HEADER.lastIndex = cursor.at;
  const match = BLOCK_HEADER.exec(cursor.text) as RegExpExecArray;
  const sign = match[1] ?? match[4];
  const digit = match[2] ?? match[3];
  if (digit === "0") {
    throw scannerError(cursor, "found an indentation indicator equal to 0");
  }
  cursor.at += match[0].length;
  if (cursor.text.charCodeAt(cursor.at) === HASH) {
    cursor.at = endOfLine(cursor.text, cursor.at);
  }
  if (cursor.at < cursor.text.length && takeBreak(cursor) === "") {
    throw scannerError(cursor, "did not find expected comment or line break");
  }
  return { chomping: sign === "+" ? "keep" : sign === "-" ? "strip" : "clip", increment: Number(digit ?? 0) };
}

/**
 * Skips empty lines and the indentation of the line after them. `given` is 0 if the header has no indentation: then it
 * is that of the longest of these lines, at least one more than that of the enclosing collection.
 */
function skipIndentation(cursor: YamlCursor, given: number): { readonly breaks: string; readonly indent: number } {
  const { text } = cursor;
  const breaks = new BreakCounter();
  let longest = 0;
  for (;;) {
    const limit = given === 0 ? text.length : cursor.lineStart + given;
    let code = text.charCodeAt(cursor.at);
    while (code === SPACE && cursor.at < limit) {
      code = text.charCodeAt(++cursor.at);
    }
    longest = Math.max(longest, cursor.at - cursor.lineStart);
    if (code === TAB && cursor.at < limit) {
      throw scannerError(cursor, "found a tab character where an indentation space is expected");
    }
    if (!isBreak(code)) {
      return { breaks: breaks.toString(), indent: given === 0 ? Math.max(longest, cursor.indent + 1, 1) : given };
    }
    breaks.add(code);
    cursor.lineStart = ++cursor.at;
  }
}
