import type { LintReport } from "./index.ts";

/** JSON output: one line for each finding. */
export function printJson({ findings }: LintReport): string {
  return findings.map(({ position, ...rest }) => `${JSON.stringify({ ...position, ...rest })}\n`).join("");
}
