/** Position in a source file; lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Formats a position as compilers do, so that editors can jump to it. */
export function printPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** Error or warning at a position of a source file. */
export interface SourceFault {
  readonly position: SourcePosition;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Whether the error is about a marker of another tool: it is then reported only for files that the user named. */
  readonly isLeftAlone?: true;
}
