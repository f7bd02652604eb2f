/** A violation of a rule. */
export interface Violation {
  /** Identifier of the rule for metrics and audit annotations: short, and stable across releases. */
  readonly rule: string;
  /** JSON path of the leaf field, or of the smallest object with all invalid fields. */
  readonly field: string;
  readonly message: string;
}

/** Message of violations, in the order of the rules. */
export function printViolations(violations: readonly Violation[]): string {
  return violations.map(({ field, message }) => `${field}: ${message}`).join("; ");
}
