import type { KnownFailure } from "./known-failures.ts";
import type { TestResult } from "./suite.ts";

/** Results of a suite, beside its known failures. */
export interface Verdict {
  readonly passed: number;
  readonly skipped: number;
  /** Failed, and known. */
  readonly known: readonly KnownFailure[];
  /** Failed, and not known. */
  readonly unexpected: readonly string[];
  /** Known failures of which a test passed, or that no test is named after any more: to be taken off the list. */
  readonly obsolete: readonly KnownFailure[];
}

/** The list of known failures may only shrink: the run fails on any unexpected or obsolete entry. */
export function judge(results: readonly TestResult[], known: readonly KnownFailure[]): Verdict {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const names = new Set(failed.map(({ name }) => name));
  return {
    passed: results.filter(({ outcome }) => outcome === "passed").length,
    skipped: results.filter(({ outcome }) => outcome === "skipped").length,
    known: known.filter(({ test }) => names.has(test)),
    unexpected: [...names].filter((name) => !known.some(({ test }) => test === name)),
    // One that sometimes passes stays on the list.
    obsolete: known.filter(({ test, isFlaky }) => isFlaky !== true && !names.has(test)),
  };
}
