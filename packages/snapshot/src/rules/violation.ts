/** A violation, with its rule. */
export interface Violation {
  /** For metrics and audit annotations: short, and the same in every release. */
  readonly rule: string;
  /** JSON path of the leaf field, or of the smallest object with all invalid fields. */
  readonly field: string;
  readonly message: string;
}

/** Sources first, as the rules are listed. */
export function printViolations(violations: readonly Violation[]): string {
  return violations.map(({ field, message }) => `${field}: ${message}`).join("; ");
}
