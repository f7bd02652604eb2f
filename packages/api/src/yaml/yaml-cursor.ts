import { countLineBreaks, type YamlSyntaxError, yamlErrorAt } from "./yaml-syntax-error.ts";

/** Position in the text. Lines end with \n, U+2028 or U+2029; other line ends were replaced by \n before. */
export interface YamlCursor {
  readonly text: string;
  at: number;
  /** Start of the current line, so that the column is `at - lineStart`. */
  lineStart: number;
  /** Column of the innermost block collection; -1 outside of all. */
  indent: number;
  /** Number of open brackets and braces. */
  flowDepth: number;
  /** True if a token here may start a block collection or be a key. */
  isKeyAllowed: boolean;
}

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const SPACE = 0x20;
export const HASH = 0x23;
export const COLON = 0x3a;
const DASH = 0x2d;
const DOT = 0x2e;

export function createYamlCursor(text: string): YamlCursor {
  return { text, at: 0, lineStart: 0, indent: -1, flowDepth: 0, isKeyAllowed: true };
}

export function isBreak(code: number): boolean {
  return code === LINE_FEED || code === 0x2028 || code === 0x2029;
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/**
 * Whether the character is a blank, a line end or, as NaN, the end of the text. The text has no other control
 * characters.
 */
export function isBlankOrEnd(code: number): boolean {
  return code <= SPACE || code === 0x2028 || code === 0x2029 || Number.isNaN(code);
}

/** Moves past blanks, line ends and comments. */
export function skipToToken(cursor: YamlCursor): void {
  const { text } = cursor;
  for (;;) {
    let code = text.charCodeAt(cursor.at);
    // Kubernetes: a tab before a possible key of block style is no blank (yaml/v2/scannerc.go
    // yaml_parser_scan_to_next_token, v1.36).
    const isTabBlank = cursor.flowDepth > 0 || !cursor.isKeyAllowed;
    while (code === SPACE || (code === TAB && isTabBlank)) {
      code = text.charCodeAt(++cursor.at);
    }
    if (code === HASH) {
      cursor.at = endOfLine(text, cursor.at);
      code = text.charCodeAt(cursor.at);
    }
    if (!isBreak(code)) {
      return;
    }
    cursor.at++;
    cursor.lineStart = cursor.at;
    cursor.isKeyAllowed ||= cursor.flowDepth === 0;
  }
}

export function endOfLine(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); at < text.length && !isBreak(code); code = text.charCodeAt(at)) {
    at++;
  }
  return at;
}

/** Whether the line at the cursor starts with `---` or `...`, followed by a blank or a line end. */
export function isDocumentMark({ text, at, lineStart }: YamlCursor): boolean {
  if (at !== lineStart) {
    return false;
  }
  const code = text.charCodeAt(at);
  return (
    (code === DASH || code === DOT) &&
    text.charCodeAt(at + 1) === code &&
    text.charCodeAt(at + 2) === code &&
    isBlankOrEnd(text.charCodeAt(at + 3))
  );
}

/**
 * Error found while scanning characters. Kubernetes: names the line, unless it is the first (yaml/v2/decode.go fail,
 * v1.36).
 */
export function scannerError({ text, at }: YamlCursor, problem: string): YamlSyntaxError {
  const line = countLineBreaks(text, at);
  return yamlErrorAt(text, at, `yaml: ${line === 0 ? "" : `line ${line + 1}: `}${problem}`);
}

/**
 * Error found while parsing tokens. Kubernetes: names the line before that of the token (yaml/v2/decode.go fail,
 * v1.36).
 */
export function parserError(cursor: YamlCursor, problem: string): YamlSyntaxError {
  const line = countTokenLines(cursor);
  return yamlErrorAt(cursor.text, cursor.at, `yaml: ${line === 0 ? "" : `line ${line}: `}${problem}`);
}

/** Error of a key without a colon, found at the token at the cursor. */
export function missingColonError(cursor: YamlCursor): YamlSyntaxError {
  const line = countTokenLines(cursor);
  return yamlErrorAt(
    cursor.text,
    cursor.at,
    `yaml: ${line === 0 ? "" : `line ${line + 1}: `}could not find expected ':'`,
  );
}

/**
 * Number of lines up to the token. Kubernetes: the end of the text has a line of its own (yaml/v2/scannerc.go
 * yaml_parser_fetch_stream_end, v1.36).
 */
function countTokenLines({ text, at, lineStart }: YamlCursor): number {
  return countLineBreaks(text, at) + (at === text.length && at > lineStart ? 1 : 0);
}
