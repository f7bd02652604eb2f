import { relative } from "node:path";
import type { Finding } from "../finding.ts";
import type { LintRule, Severity } from "../lint-rule.ts";
import type { LintReport } from "./index.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** For tools that collect findings: SARIF 2.1.0. */
export function printSarif({ findings, rules }: LintReport): string {
  const driver = { name: "kiln lint", rules: rules.map(describeRule) };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results: findings.map(describeFinding) }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function describeRule({ id, about, severity }: LintRule) {
  return {
    id,
    shortDescription: { text: about },
    help: { text: `docs/lint/${id}.md` },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function describeFinding({ rule, severity, message, position }: Finding) {
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(position.file) },
          region: { startLine: position.line, startColumn: position.column },
        },
      },
    ],
  };
}

/** Relative to where the command runs: that is how such logs are read elsewhere. */
function toUri(file: string): string {
  return relative(process.cwd(), file).split("\\").join("/").split("/").map(encodeURIComponent).join("/");
}
