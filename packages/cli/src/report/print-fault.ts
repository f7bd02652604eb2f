import { printPosition, type SourceFault } from "@kiln/markers";

export interface FaultStyle {
  /** The text of a file, to show the line at fault; undefined if it cannot be had. */
  readonly read: (file: string) => string | undefined;
  readonly hasColor: boolean;
}

const RED = "\u001b[31m";
const YELLOW = "\u001b[33m";
const PLAIN = "\u001b[0m";

/** As compilers print it, with the line and a caret under the place. */
export function printFault({ position, severity, message }: SourceFault, { read, hasColor }: FaultStyle): string {
  const color = severity === "error" ? RED : YELLOW;
  const word = hasColor ? `${color}${severity}${PLAIN}` : severity;
  const head = `${printPosition(position)}: ${word}: ${message}\n`;
  const line = read(position.file)?.split("\n")[position.line - 1];
  if (line === undefined) {
    return head;
  }
  const indent = line.slice(0, position.column - 1).replace(/[^\t]/g, " ");
  return `${head}  ${line.trimEnd()}\n  ${indent}^\n`;
}
