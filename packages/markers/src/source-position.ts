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

/** A problem of a source file, with its position and severity. */
export interface SourceFault {
  readonly position: SourcePosition;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** About a marker that another tool reads: of interest only in the files that were named. */
  readonly isLeftAlone?: true;
}
