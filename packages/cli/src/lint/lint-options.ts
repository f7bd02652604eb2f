import { type LintRule, lintRules, type Severity, severities } from "@kiln/lint";
import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";

const lintFormats = ["text", "json", "sarif", "github"] as const;

export interface LintOptions {
  readonly paths: readonly string[];
  readonly format: (typeof lintFormats)[number];
  readonly rules: readonly LintRule[];
  /** Lowest severity that makes the exit code 1. */
  readonly failOn: Severity;
  readonly semantics: "kep" | "upstream";
  readonly isWatch: boolean;
}

export interface LintFlags {
  readonly output?: string | undefined;
  readonly severity?: string | undefined;
  readonly "fail-on"?: string | undefined;
  readonly disable?: readonly string[] | undefined;
  readonly semantics?: string | undefined;
  readonly watch?: boolean | undefined;
}

export function parseLintOptions(flags: LintFlags, paths: readonly string[]): LintOptions {
  const { output = "text", severity = "info", semantics = "kep", disable = [], watch: isWatch = false } = flags;
  if (paths.length === 0) {
    throw new UsageError("name files or folders with CRDs");
  }
  const format = oneOf("--output", output, lintFormats);
  if (isWatch && (format !== "text" || paths.includes("-"))) {
    throw new UsageError("--watch prints text about files");
  }
  const unknown = disable.find((id) => lintRules.every((rule) => rule.id !== id));
  if (unknown !== undefined) {
    throw new UsageError(`there is no rule "${unknown}"; kiln lint --rules lists them`);
  }
  const mildest = severities.indexOf(oneOf("--severity", severity, severities));
  return {
    paths,
    format,
    rules: lintRules.filter((rule) => !disable.includes(rule.id) && severities.indexOf(rule.severity) <= mildest),
    failOn: oneOf("--fail-on", flags["fail-on"] ?? "error", severities),
    semantics: oneOf("--semantics", semantics, ["kep", "upstream"] as const),
    isWatch,
  };
}
