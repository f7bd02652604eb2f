import type { Severity } from "@kiln/lint";
import { escapeData, escapeProperty } from "../../report/github-annotation.ts";
import type { LintReport } from "./index.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** GitHub Actions annotations: the runner shows each one beside the changed file. */
export function printGithub({ findings }: LintReport): string {
  return findings
    .map(({ rule, severity, message, position: { file, line, column } }) => {
      const properties = `file=${escapeProperty(file)},line=${line},col=${column},title=${rule}`;
      return `::${COMMANDS[severity]} ${properties}::${escapeData(message)}\n`;
    })
    .join("");
}
