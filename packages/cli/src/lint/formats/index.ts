import type { Finding, LintRule } from "@kiln/lint";
import type { LintOptions } from "../lint-options.ts";
import { printGithub } from "./print-github.ts";
import { printJson } from "./print-json.ts";
import { printSarif } from "./print-sarif.ts";
import { printText } from "./print-text.ts";

export interface LintReport {
  readonly findings: readonly Finding[];
  readonly definitions: number;
  /** Rules that were run. */
  readonly rules: readonly LintRule[];
}

export type PrintReport = (report: LintReport, style: { readonly hasColor: boolean }) => string;

export const reportFormats: Readonly<Record<LintOptions["format"], PrintReport>> = {
  text: printText,
  json: printJson,
  sarif: printSarif,
  github: printGithub,
};
