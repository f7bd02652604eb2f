import { appendAll } from "../value/append-all.ts";
import type { Parsed } from "../value/parsed.ts";

/** Step of a path; each maps the values found so far to others. */
export type PathNode =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "wildcard" }
  | { readonly type: "recursive" }
  | {
      readonly type: "slice";
      readonly start?: number;
      readonly end?: number;
      readonly step?: number;
      readonly isIndex: boolean;
    }
  | { readonly type: "union"; readonly paths: readonly JsonPath[] }
  | { readonly type: "filter"; readonly left: JsonPath; readonly operator: string; readonly right: JsonPath }
  | { readonly type: "literal"; readonly value: string | number | boolean }
  | { readonly type: "identifier" };

/** Parsed path in kubectl's dialect of JSONPath. */
export type JsonPath = readonly PathNode[];

/** Position of the parser, and the nodes found so far. */
interface Reader {
  readonly text: string;
  at: number;
  readonly nodes: PathNode[];
}

/** Parses a path without kubectl's braces. The error does not contain the cause. */
export function parseJsonPath(text: string): Parsed<JsonPath> {
  const reader: Reader = { text, at: 0, nodes: [] };
  while (reader.at < text.length && text[reader.at] !== "}") {
    if (!readNode(reader)) {
      return { error: `unrecognized path ${text}` };
    }
  }
  return { value: reader.nodes };
}

const NUMBER = /[+-]?[\d.]*/y;
const IDENTIFIER = /[^\s.,[\]$@{}]+/y;
// Matches a field name; a backslash escapes any next character.
const FIELD = /(?:\\[\s\S]|[^\s.,[\]$@{}\\])*/y;

/** Reads one node, or skips text between nodes. False if no node begins here. */
function readNode(reader: Reader): boolean {
  const { text, at } = reader;
  const char = text[at] as string;
  if (text.startsWith("[?(", at)) {
    return readFilter(reader);
  }
  if (text.startsWith("..", at)) {
    return readRecursive(reader);
  }
  switch (char) {
    case " ":
    case "@":
    case "$":
      reader.at++;
      return true;
    case "[":
      return readBrackets(reader);
    case '"':
    case "'":
      return readQuoted(reader, char);
    case ".":
      reader.at++;
      return readField(reader);
    default:
      return /[+\-\d]/.test(char) ? readNumber(reader) : readWord(reader);
  }
}

function readField(reader: Reader): boolean {
  const name = readPattern(reader, FIELD);
  reader.nodes.push(name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") });
  return true;
}

function readRecursive(reader: Reader): boolean {
  if (reader.nodes.at(-1)?.type === "recursive") {
    return false;
  }
  reader.at += 2;
  reader.nodes.push({ type: "recursive" });
  return /[\p{L}\d_]/u.test(reader.text[reader.at] ?? "") ? readField(reader) : true;
}

function readNumber(reader: Reader): boolean {
  const digits = readPattern(reader, NUMBER);
  const value = Number(digits);
  if (digits === "" || /^[+-]?\.?$/.test(digits) || Number.isNaN(value)) {
    return false;
  }
  reader.nodes.push({ type: "literal", value });
  return true;
}

function readWord(reader: Reader): boolean {
  if (!/[\p{L}\d_]/u.test(reader.text[reader.at] ?? "")) {
    return false;
  }
  const word = readPattern(reader, IDENTIFIER);
  const isBoolean = word === "true" || word === "false";
  reader.nodes.push(isBoolean ? { type: "literal", value: word === "true" } : { type: "identifier" });
  return true;
}

function readQuoted(reader: Reader, quote: string): boolean {
  const { text, at } = reader;
  let end = at + 1;
  while (text[end] !== quote || text[end - 1] === "\\") {
    if (end >= text.length || text[end] === "\n") {
      return false;
    }
    end++;
  }
  const value = unquote(text.slice(at + 1, end), quote);
  if (value === undefined) {
    return false;
  }
  reader.at = end + 1;
  reader.nodes.push({ type: "literal", value });
  return true;
}

/** Text of a quoted string, with Go's escapes decoded. */
function unquote(text: string, quote: string): string | undefined {
  if (!text.includes("\\")) {
    return text;
  }
  const json = text.replace(/\\([\s\S])/g, (whole, char: string) => (char === quote && quote === "'" ? "'" : whole));
  const escaped = quote === "'" ? json.replace(/(?<!\\)"/g, '\\"') : json;
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return undefined;
  }
}

const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

function readBrackets(reader: Reader): boolean {
  const end = reader.text.indexOf("]", reader.at);
  const inside = end < 0 ? "\n" : reader.text.slice(reader.at + 1, end);
  if (inside.includes("\n")) {
    return false;
  }
  reader.at = end + 1;
  const parts = inside.split(",");
  if (parts.length > 1) {
    return readUnion(reader, parts);
  }
  const key = /^'([^']*)'$/.exec(inside)?.[1];
  if (key !== undefined) {
    // Kubernetes: a quoted key is parsed as a path again, so its dots must be escaped here too
    // (client-go/util/jsonpath/parser.go parseArray, v1.36).
    const path = parseJsonPath(`.${key}`);
    appendAll(reader.nodes, path.value ?? []);
    return path.error === undefined;
  }
  return readSlice(reader, inside === "*" ? ":" : inside);
}

function readUnion(reader: Reader, parts: readonly string[]): boolean {
  const paths: JsonPath[] = [];
  for (const part of parts) {
    const path = parseJsonPath(`[${part.replace(/^ +| +$/g, "")}]`);
    if (path.error !== undefined) {
      return false;
    }
    paths.push(path.value);
  }
  reader.nodes.push({ type: "union", paths });
  return true;
}

function readSlice(reader: Reader, text: string): boolean {
  const match = SLICE.exec(text);
  if (match === null || match[1] === "-" || match[2] === ":-" || match[3] === ":-") {
    return false;
  }
  const [start, end, step] = [match[1], match[2]?.slice(1), match[3]?.slice(1)].map((digits) =>
    digits ? Number(digits) : undefined,
  );
  reader.nodes.push({
    type: "slice",
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(step === undefined ? {} : { step }),
    isIndex: match[2] === undefined,
  });
  return true;
}

function readFilter(reader: Reader): boolean {
  const { text, at } = reader;
  const end = filterEnd(text, at + 3);
  if (end === undefined || text[end + 1] !== "]") {
    return false;
  }
  reader.at = end + 2;
  const inside = text.slice(at + 3, end);
  const [, left = inside, operator = "exists", right = ""] = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(inside) ?? [];
  const [leftPath, rightPath] = [parseJsonPath(left), parseJsonPath(right)];
  if (leftPath.error !== undefined || rightPath.error !== undefined) {
    return false;
  }
  reader.nodes.push({ type: "filter", left: leftPath.value, operator, right: rightPath.value });
  return true;
}

/** Index of the closing parenthesis of a filter, outside quotes. */
function filterEnd(text: string, from: number): number | undefined {
  let quote = "";
  let isClosed = false;
  for (let i = from; i < text.length && text[i] !== "\n"; i++) {
    const char = text[i] as string;
    if (char === '"' || char === "'") {
      if (quote === "") {
        quote = char;
      } else if (char === quote && text[i - 1] !== "\\") {
        isClosed = true;
      }
    } else if (char === ")" && (quote !== "") === isClosed) {
      return i;
    }
  }
  return undefined;
}

/** Text of the pattern's match at the position, possibly empty; moves past it. */
function readPattern(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? "";
  reader.at += found.length;
  return found;
}
