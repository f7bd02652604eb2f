import type { YamlSyntaxError } from "@kiln/api";

export interface PlacedFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The line it is in. */
  readonly text: string;
}

/**
 * A fault of YAML as people see it. The parser's own text counts lines as Go's does, which is now one before and now one
 * after the place; so it goes without. What is only missed at the end of the file is shown behind its last word.
 */
export function placeYamlFault(text: string, { line, column, message }: YamlSyntaxError): PlacedFault {
  const lines = text.split("\n");
  const bare = message.replace(/^(?:error converting YAML to JSON: )?yaml: (?:line \d+: )?/, "");
  const isAtEnd = lines.slice(line - 1).every((each) => each.trim() === "");
  const last = lines.findLastIndex((each) => each.trim() !== "");
  if (!isAtEnd || last < 0) {
    return { line, column, message: bare, text: lines[line - 1] ?? "" };
  }
  const shown = (lines[last] ?? "").trimEnd();
  return { line: last + 1, column: shown.length + 1, message: bare, text: shown };
}
