import type { Issue } from "./issues.ts";
import { scanBackquoted, scanString } from "./scan-string.ts";
import type { Operator, Scanned, Token, TokenKind } from "./token.ts";

/** Tokens of a text; the last one is of kind `end`. Text that is no token is skipped and reported. */
export interface LexedText {
  readonly tokens: readonly Token[];
  readonly issues: readonly Issue[];
}

/** Splits the text into tokens as cel-go's lexer does, the longest match first. */
export function lex(text: string): LexedText {
  const tokens: Token[] = [];
  const issues: Issue[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const scanned = scan(text, at);
    if (scanned.kind === undefined) {
      const end = Math.min(text.length, scanned.end + widthAt(text, scanned.end));
      issues.push({
        offset: at,
        message: `Syntax error: token recognition error at: '${escapeBlanks(text.slice(at, end))}'`,
      });
      at = skipBlanks(text, end);
    } else {
      tokens.push({ kind: scanned.kind, start: at, end: scanned.end });
      at = skipBlanks(text, scanned.end);
    }
  }
  tokens.push({ kind: "end", start: text.length, end: text.length });
  return { tokens, issues };
}

/** Escapes text as ANTLR does in messages. */
export function escapeBlanks(text: string): string {
  return text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c) {
      at += 1;
    } else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else {
      return at;
    }
  }
}

const words = new Map<string, TokenKind>([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["in", "in"],
]);
const pairs = new Set(["==", "!=", "<=", ">=", "&&", "||"]);
const singles = new Set(["<", ">", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%"]);

function scan(text: string, at: number): Scanned {
  const code = text.charCodeAt(at);
  if (isDigit(code) || (code === 0x2e && isDigit(text.charCodeAt(at + 1)))) {
    return scanNumber(text, at);
  }
  if (code === 0x22 || code === 0x27) {
    return scanString(text, at);
  }
  if (code === 0x60) {
    return scanBackquoted(text, at);
  }
  if (isWordStart(code)) {
    const literal = scanPrefixedString(text, at);
    return literal ?? scanWord(text, at);
  }
  return scanOperator(text, at);
}

function scanOperator(text: string, at: number): Scanned {
  const pair = text.slice(at, at + 2);
  if (pairs.has(pair)) {
    return { kind: pair as Operator, end: at + 2 };
  }
  const single = text.charAt(at);
  if (singles.has(single)) {
    return { kind: single as Operator, end: at + 1 };
  }
  // A single `&` or `|` is an error at the character after it.
  return { kind: undefined, end: single === "&" || single === "|" || single === "=" ? at + 1 : at };
}

function scanWord(text: string, at: number): Scanned {
  let end = at + 1;
  while (isWordStart(text.charCodeAt(end)) || isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return { kind: words.get(text.slice(at, end)) ?? "identifier", end };
}

/**
 * Scans `r"…"`, `b"…"` or `br"…"` in either case; undefined if no complete string follows, because that is an
 * identifier.
 */
function scanPrefixedString(text: string, at: number): Scanned | undefined {
  const isBytes = (text.charCodeAt(at) | 0x20) === 0x62;
  const raw = isBytes ? at + 1 : at;
  const isRaw = (text.charCodeAt(raw) | 0x20) === 0x72;
  const quote = isRaw ? raw + 1 : raw;
  const code = text.charCodeAt(quote);
  if (quote === at || (code !== 0x22 && code !== 0x27)) {
    return undefined;
  }
  const scanned = scanString(text, quote, { isRaw });
  return scanned.kind === undefined ? undefined : { kind: isBytes ? "bytes" : "string", end: scanned.end };
}

function scanNumber(text: string, at: number): Scanned {
  if (text.charCodeAt(at) === 0x30 && text.charAt(at + 1) === "x" && isHexDigit(text.charCodeAt(at + 2))) {
    let end = at + 3;
    while (isHexDigit(text.charCodeAt(end))) {
      end += 1;
    }
    return withUnsigned(text, end);
  }
  const whole = skipDigits(text, at);
  let end = whole;
  if (text.charCodeAt(end) === 0x2e && isDigit(text.charCodeAt(end + 1))) {
    end = skipDigits(text, end + 1);
  }
  end = skipExponent(text, end);
  return end === whole ? withUnsigned(text, whole) : { kind: "double", end };
}

function withUnsigned(text: string, end: number): Scanned {
  const suffix = text.charAt(end);
  return suffix === "u" || suffix === "U" ? { kind: "uint", end: end + 1 } : { kind: "int", end };
}

function skipExponent(text: string, at: number): number {
  if ((text.charCodeAt(at) | 0x20) !== 0x65) {
    return at;
  }
  const sign = text.charAt(at + 1);
  const digits = sign === "+" || sign === "-" ? at + 2 : at + 1;
  return isDigit(text.charCodeAt(digits)) ? skipDigits(text, digits) : at;
}

function skipDigits(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a code is a hex digit; false for NaN, the code after the end of the text. */
function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

function isWordStart(code: number): boolean {
  return ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;
}
