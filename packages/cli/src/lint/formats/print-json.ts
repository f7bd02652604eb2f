import type { LintReport } from "./index.ts";

/** For programs: one line of JSON a finding. */
export function printJson({ findings }: LintReport): string {
  return findings.map(({ position, ...rest }) => `${JSON.stringify({ ...position, ...rest })}\n`).join("");
}
