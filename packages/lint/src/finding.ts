import type { Severity } from "./lint-rule.ts";

/** A finding in a file. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Line and column, counted from 1. */
  readonly position: { readonly file: string; readonly line: number; readonly column: number };
  /** Text of the line that the finding points at. */
  readonly text: string;
}

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) {
    counts[severity]++;
  }
  return counts;
}
