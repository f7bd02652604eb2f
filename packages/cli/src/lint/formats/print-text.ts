import { countFindings } from "@kiln/lint";
import { printFault } from "../../report/print-fault.ts";
import type { LintReport } from "./index.ts";

/** Text output for users: each finding with its line, and a count at the end. */
export function printText({ findings, definitions }: LintReport, { hasColor }: { readonly hasColor: boolean }): string {
  const faults = findings.map(({ rule, severity, message, position, text }) =>
    printFault({ position, severity, message: `${message} [${rule}]` }, { lineAt: () => text, hasColor }),
  );
  const { error, warning, info } = countFindings(findings);
  const counts = [count(error, "error"), count(warning, "warning"), count(info, "note")].join(", ");
  return `${faults.join("")}${count(definitions, "CRD")}: ${counts}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
