import type { YamlSyntaxError } from "@kiln/api";

export interface PlacedFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Text of the line with the error. */
  readonly text: string;
}

/**
 * Position and text of a YAML error for users. The parser's own message counts lines as Go's does, one before or after
 * the position, so that part is left out. A token missing at the end of the file is reported after its last word.
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
