import type { YamlPath } from "@kiln/api/yaml";
import type { LintServer } from "./lint-server.ts";
import type { LintSubject } from "./lint-subject.ts";

/** `error`: the CRD does not work. `warning`: it will cause problems. `info`: it could be better. */
export type Severity = "error" | "warning" | "info";

export const severities: readonly Severity[] = ["error", "warning", "info"];

/** A finding: its path in the CRD, and one sentence about it. */
export interface Advice {
  readonly path: YamlPath;
  readonly message: string;
}

/** One lint rule. Its page is docs/lint/ID.md. */
export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** Description of one line, for the list of rules. */
  readonly about: string;
  /** Returns the findings in a CRD. Never throws, whatever the CRD contains. */
  find(subject: LintSubject, server: LintServer): readonly Advice[] | Promise<readonly Advice[]>;
}
