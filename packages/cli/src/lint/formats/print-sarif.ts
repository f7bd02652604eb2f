import { relative } from "node:path";
import type { Finding, LintRule, Severity } from "@kiln/lint";
import type { LintReport } from "./index.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0 output, for tools that collect findings. */
export function printSarif({ findings, rules }: LintReport): string {
  const driver = { name: "kiln lint", rules: rules.map(describeRule) };
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => describeFinding(finding, indexes)),
      },
    ],
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

/** A rule that is off has no index: unreadable files are reported whatever rules are selected. */
function describeFinding({ rule, severity, message, position }: Finding, indexes: ReadonlyMap<string, number>) {
  const ruleIndex = indexes.get(rule);
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
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

/**
 * URI of a file relative to the current directory, because SARIF logs are read on other machines. Standard input keeps
 * its name.
 */
function toUri(file: string): string {
  return (file === "-" ? "stdin" : relative(process.cwd(), file))
    .split("\\")
    .join("/")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
