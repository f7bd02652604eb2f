import { utf8Length } from "@kiln/api";
import { type Location, locate, type Source, snippetOf } from "./source.ts";

/** An error of an expression, found before it ran. */
export interface Issue {
  readonly message: string;
  /** Index into the text, or {@link nowhere}. */
  readonly offset: number;
}

/** An error with its line and column, for callers that print it themselves. */
export interface LocatedIssue extends Issue, Location {}

const maxIssues = 100;
const maxSnippetBytes = 16384;

/** Sorts issues by position; issues at one position keep the order in which they were found. */
export function sortIssues(source: Source, issues: readonly Issue[]): LocatedIssue[] {
  return issues
    .slice(0, maxIssues)
    .map((issue) => ({ ...issue, ...locate(source, issue.offset) }))
    .sort((left, right) => left.line - right.line || left.column - right.column);
}

/** All issues as cel-go prints them: message, line of the text, caret. */
export function printIssues(source: Source, issues: readonly Issue[]): string {
  const lines = sortIssues(source, issues).map((issue) => printIssue(source, issue));
  if (issues.length > maxIssues) {
    lines.push(`${issues.length - maxIssues} more errors were truncated`);
  }
  return lines.join("\n");
}

function printIssue(source: Source, issue: LocatedIssue): string {
  const head = `ERROR: ${source.description}:${issue.line}:${issue.column + 1}: ${issue.message}`;
  const snippet = snippetOf(source, issue.line);
  if (snippet === undefined || utf8Length(snippet) > maxSnippetBytes) {
    return head;
  }
  const line = snippet.replaceAll("\t", " ");
  return `${head}\n | ${line}\n | ${printCaret(line, issue.column)}`;
}

// Line with the caret. Characters of more than one byte get wide marks, which keep the caret below them in most fonts.
function printCaret(line: string, column: number): string {
  let marks = "";
  let left = column;
  for (const character of line) {
    const isWide = character.charCodeAt(0) > 0x7f;
    if (left === 0) {
      return marks + (isWide ? "\uff3e" : "^");
    }
    marks += isWide ? "\uff0e" : ".";
    left -= 1;
  }
  return `${marks}^`;
}
