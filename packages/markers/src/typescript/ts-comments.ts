import type { Comment } from "oxc-parser";
import type { SourcePosition } from "../source-position.ts";
import type { TsComment } from "./ts-file.ts";

export interface TsComments {
  /** JSDoc comments, in order. */
  readonly all: readonly TsComment[];
  positionOf(offset: number): SourcePosition;
  /** The JSDoc comment directly before an offset. */
  before(offset: number): TsComment | undefined;
}

export function createTsComments(source: string, file: string, comments: readonly Comment[]): TsComments {
  const lines = lineStarts(source);
  const positionOf = (offset: number) => positionAt(lines, offset, file);
  const all: TsComment[] = [];
  const byEnd = new Map<number, TsComment | undefined>();
  for (const { type, value, start, end } of comments) {
    const comment =
      type === "Block" && value.startsWith("*")
        ? { lines: commentLines(value), position: positionOf(start) }
        : undefined;
    // Other comments may be between a JSDoc comment and its declaration.
    byEnd.set(end, comment ?? byEnd.get(endOfCode(source, start)));
    all.push(...(comment === undefined ? [] : [comment]));
  }
  return { all, positionOf, before: (offset) => byEnd.get(endOfCode(source, offset)) };
}

/** End of the code before an offset, without trailing whitespace. */
function endOfCode(source: string, offset: number): number {
  let end = offset;
  while (end > 0 && /\s/.test(source[end - 1] as string)) {
    end--;
  }
  return end;
}

/** Unescapes the end of a comment, which is written with a backslash inside one. */
function commentLines(text: string): string[] {
  return text
    .slice(1)
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
