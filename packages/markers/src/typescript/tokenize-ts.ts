import { appendAll } from "@kiln/api";
import type { SourcePosition } from "../source-position.ts";
import { SourceSyntaxError } from "../source-syntax-error.ts";
import type { SourceToken } from "../token-reader.ts";
import type { TsComment } from "./ts-file.ts";

export interface TsToken extends SourceToken {
  /** The JSDoc comment directly before it. */
  readonly comment?: TsComment;
}

export interface TokenizedTs {
  readonly tokens: readonly TsToken[];
  readonly comments: readonly TsComment[];
}

const BLANK = /(?:\s|\/\/[^\n]*|#![^\n]*)+/y;
const COMMENT = /\/\*[\s\S]*?\*\//y;
const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
const NUMBER = /\d(?:[\w.]|[eE][+-])*/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/y;
const SYMBOL = /=>|\.\.\.|[^\s]/uy;

/** Throws SourceSyntaxError for a string or comment without an end. */
export function tokenizeTs(source: string, file: string): TokenizedTs {
  const tokens: TsToken[] = [];
  const comments: TsComment[] = [];
  const lines = lineStarts(source);
  let offset = 0;
  let comment: TsComment | undefined;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const match = pattern.exec(source)?.[0];
    offset += match?.length ?? 0;
    return match;
  };
  for (;;) {
    take(BLANK);
    const position = positionAt(lines, offset, file);
    const block = take(COMMENT);
    if (block !== undefined) {
      comment = block.startsWith("/**") ? { lines: commentLines(block), position } : comment;
      appendAll(comments, comment !== undefined && block.startsWith("/**") ? [comment] : []);
      continue;
    }
    const attached = comment === undefined ? {} : { comment };
    comment = undefined;
    if (offset >= source.length) {
      tokens.push({ kind: "end", text: "", position, ...attached });
      return { tokens, comments };
    }
    const [kind, text] = takeToken(take, position);
    tokens.push({ kind, text, position, ...attached });
  }
}

function takeToken(take: (pattern: RegExp) => string | undefined, position: SourcePosition): [TsToken["kind"], string] {
  const string = take(STRING);
  if (string !== undefined) {
    return ["string", string.slice(1, -1).replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign)];
  }
  const name = take(NAME);
  if (name !== undefined) {
    return ["name", name];
  }
  const number = take(NUMBER);
  const symbol = number === undefined ? (take(SYMBOL) ?? "") : "";
  if (/^["'`]$/.test(symbol)) {
    throw new SourceSyntaxError("a string begins here that does not end", position);
  }
  return number === undefined ? ["symbol", symbol] : ["number", number];
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The end of a comment stands inside one with a backslash more. */
function commentLines(block: string): string[] {
  return block
    .slice(3, -2)
    .split(/\r?\n/)
    .map((line, index) =>
      (index === 0 ? line.replace(/^ /, "") : line.replace(/^\s*\*? ?/, "")).replace(/\*\\(\\*)\//g, "*$1/").trimEnd(),
    );
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

function positionAt(starts: readonly number[], offset: number, file: string): SourcePosition {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
