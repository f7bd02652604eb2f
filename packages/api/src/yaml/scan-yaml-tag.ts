import {
  endOfLine,
  HASH,
  isBlankOrEnd,
  isBreak,
  parserError,
  scannerError,
  skipToToken,
  type YamlCursor,
} from "./yaml-cursor.ts";

/** Prefixes of tag handles: `!`, `!!` and those in %TAG directives of the document. */
export type TagHandles = ReadonlyMap<string, string>;

const STANDARD_HANDLES: TagHandles = new Map([
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
]);

const NAME = /[0-9A-Za-z_-]*/y;
const HANDLE = /!(?:[0-9A-Za-z_-]*!)?/y;
const URI = /(?:[0-9A-Za-z_\-;/?:@&=+$,.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;

/** Text of the pattern's match at the cursor; moves past it. */
function scan(cursor: YamlCursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? "";
  cursor.at += found.length;
  return found;
}

/** Scans the name of an anchor or alias, from its `&` or `*`. */
export function scanAnchorName(cursor: YamlCursor): string {
  cursor.at++;
  const name = scan(cursor, NAME);
  const code = cursor.text.charCodeAt(cursor.at);
  if (name === "" || !(isBlankOrEnd(code) || "?:,]}%@`".includes(String.fromCharCode(code)))) {
    throw scannerError(cursor, "did not find expected alphabetic or numeric character");
  }
  return name;
}

/** Scans a tag, from its `!`. An empty tag means the same as none. */
export function scanTag(cursor: YamlCursor, handles: TagHandles): string {
  const start = cursor.at;
  const tag = cursor.text[start + 1] === "<" ? scanVerbatim(cursor) : scanShorthand(cursor, handles);
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.at))) {
    throw scannerError(cursor, "did not find expected whitespace or line break");
  }
  if (tag === undefined) {
    throw parserError({ ...cursor, at: start }, "found undefined tag handle");
  }
  return tag;
}

function scanVerbatim(cursor: YamlCursor): string {
  cursor.at += 2;
  const tag = scanUri(cursor);
  if (tag === "") {
    throw scannerError(cursor, "did not find expected tag URI");
  }
  if (cursor.text[cursor.at] !== ">") {
    throw scannerError(cursor, "did not find the expected '>'");
  }
  cursor.at++;
  return tag;
}

/** Scans a tag with a handle; undefined if the handle is not declared. */
function scanShorthand(cursor: YamlCursor, handles: TagHandles): string | undefined {
  const handle = scan(cursor, HANDLE);
  const suffix = scanUri(cursor);
  if (suffix === "" && handle !== "!") {
    throw scannerError(cursor, "did not find expected tag URI");
  }
  const prefix = handles.get(handle);
  return suffix === "" ? handle : prefix === undefined || prefix + suffix === "" ? undefined : prefix + suffix;
}

/** Scans the URI of a tag, and decodes its escapes. */
function scanUri(cursor: YamlCursor): string {
  const uri = scan(cursor, URI);
  if (cursor.text[cursor.at] === "%") {
    throw scannerError(cursor, "did not find URI escaped octet");
  }
  if (!uri.includes("%")) {
    return uri;
  }
  try {
    return decodeURIComponent(uri);
  } catch {
    throw scannerError(cursor, "found an incorrect leading UTF-8 octet");
  }
}

/** Scans the %YAML and %TAG directives before a document. */
export function scanDirectives(cursor: YamlCursor): TagHandles {
  const handles = new Map(STANDARD_HANDLES);
  const declared = new Set<string>();
  for (;;) {
    skipToToken(cursor);
    if (cursor.at !== cursor.lineStart || cursor.text[cursor.at] !== "%") {
      return handles;
    }
    const start = { ...cursor };
    const { handle, prefix, version } = scanDirective(cursor);
    if (declared.has(handle)) {
      const problem = version === undefined ? "found duplicate %TAG directive" : "found duplicate %YAML directive";
      throw parserError(start, problem);
    }
    if (version !== undefined && version !== "1.1") {
      throw parserError(start, "found incompatible YAML document");
    }
    declared.add(handle);
    handles.set(handle, prefix);
  }
}

interface Directive {
  readonly handle: string;
  readonly prefix: string;
  /** Version in the %YAML directive. */
  readonly version?: string;
}

/** Scans a directive, from its `%`. */
export function scanDirective(cursor: YamlCursor): Directive {
  cursor.at++;
  const name = scan(cursor, NAME);
  if (name === "") {
    throw scannerError(cursor, "could not find expected directive name");
  }
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.at))) {
    throw scannerError(cursor, "found unexpected non-alphabetical character");
  }
  if (name !== "YAML" && name !== "TAG") {
    throw scannerError(cursor, "found unknown directive name");
  }
  const directive = name === "YAML" ? scanVersion(cursor) : scanTagDirective(cursor);
  scan(cursor, BLANKS);
  if (cursor.text.charCodeAt(cursor.at) === HASH) {
    cursor.at = endOfLine(cursor.text, cursor.at);
  }
  const code = cursor.text.charCodeAt(cursor.at);
  if (!isBreak(code) && !Number.isNaN(code)) {
    throw scannerError(cursor, "did not find expected comment or line break");
  }
  return directive;
}

const BLANKS = /[ \t]*/y;
const DIGITS = /[0-9]*/y;

function scanVersion(cursor: YamlCursor): Directive {
  scan(cursor, BLANKS);
  const major = scanNumber(cursor);
  if (cursor.text[cursor.at] !== ".") {
    throw scannerError(cursor, "did not find expected digit or '.' character");
  }
  cursor.at++;
  return { handle: "%YAML", prefix: "", version: `${major}.${scanNumber(cursor)}` };
}

function scanNumber(cursor: YamlCursor): number {
  const digits = scan(cursor, DIGITS);
  if (digits.length > 2) {
    throw scannerError(cursor, "found extremely long version number");
  }
  if (digits === "") {
    throw scannerError(cursor, "did not find expected version number");
  }
  return Number(digits);
}

function scanTagDirective(cursor: YamlCursor): Directive {
  scan(cursor, BLANKS);
  const handle = scan(cursor, HANDLE);
  const isWhole = handle === "!" || handle.length > 1;
  if (!isWhole) {
    throw scannerError(cursor, "did not find expected '!'");
  }
  if (scan(cursor, BLANKS) === "") {
    throw scannerError(cursor, "did not find expected whitespace");
  }
  const prefix = scanUri(cursor);
  if (prefix === "") {
    throw scannerError(cursor, "did not find expected tag URI");
  }
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.at))) {
    throw scannerError(cursor, "did not find expected whitespace or line break");
  }
  return { handle, prefix };
}
