import { printPosition, type SourcePosition } from "@kiln/markers";
import { type Color, paint } from "./paint.ts";

export interface ReportedFault {
  readonly position: SourcePosition;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
}

/** An error's position and line. */
export interface LocatedLine {
  readonly position: SourcePosition;
  readonly text: string;
}

export interface FaultStyle {
  /** Returns the line of a position; undefined if it is not available. */
  readonly lineAt: (position: SourcePosition) => string | undefined;
  readonly hasColor: boolean;
}

const COLORS: Readonly<Record<ReportedFault["severity"], Color>> = { error: "red", warning: "yellow", info: "blue" };

/** Formats an error as compilers do: with the line, and a caret under the position. */
export function printFault({ position, severity, message }: ReportedFault, { lineAt, hasColor }: FaultStyle): string {
  const word = hasColor ? paint(severity, COLORS[severity]) : severity;
  const head = `${printPosition(position)}: ${word}: ${message}\n`;
  const line = lineAt(position);
  if (line === undefined) {
    return head;
  }
  const indent = line.slice(0, position.column - 1).replace(/[^\t]/g, " ");
  return `${head}  ${line.trimEnd()}\n  ${indent}^\n`;
}
