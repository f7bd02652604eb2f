/** Where something stands in a source file; lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** As compilers print it, so that editors can jump there. */
export function printPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** Error or warning at a position of a source file. */
export interface SourceFault {
  readonly position: SourcePosition;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Concerns a marker of another tool: reported only for files named by the user. */
  readonly isLeftAlone?: true;
}
