import type { Diagnostic } from "@kiln/page";
import type { LintNotice } from "../play/lint-definitions.ts";
import type { Notice } from "../play/outcome.ts";

/** Editor diagnostics of rejections, conflicts and warnings that have a range. */
export function toDiagnostics(notices: readonly Notice[]): Diagnostic[] {
  return notices.flatMap(({ kind, range, text }) => {
    const isShown = kind === "error" || kind === "conflict" || kind === "warning";
    return isShown && range !== undefined
      ? [{ ...range, severity: kind === "warning" ? ("warning" as const) : ("error" as const), message: text }]
      : [];
  });
}

/** Editor diagnostics of lint findings, with the rule as their source. */
export function toLintDiagnostics(findings: readonly LintNotice[]): Diagnostic[] {
  return findings.map(({ rule, severity, text, range }) => ({
    ...range,
    severity,
    message: text,
    source: `lint: ${rule}`,
  }));
}
