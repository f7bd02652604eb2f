import type { Verdict } from "./object-checker.ts";
import { printVerdict, printVerdictJson } from "./print-verdict.ts";

export interface ReportSettings {
  readonly format: "text" | "json";
  /** Whether only rejected objects are reported. */
  readonly isQuiet: boolean;
  readonly hasColor: boolean;
}

/** Output about a verdict; empty if none is wanted. */
export function reportVerdict(verdict: Verdict, { format, isQuiet, hasColor }: ReportSettings): string {
  if (isQuiet && verdict.isAccepted) {
    return "";
  }
  return format === "json" ? printVerdictJson(verdict) : printVerdict(verdict, { hasColor });
}
