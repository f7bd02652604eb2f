import type { ScenarioResult } from "./run-replay.ts";

/** One line; where asked for, every difference and what the server logged too. */
export function printScenario(result: ScenarioResult, { isVerbose }: { readonly isVerbose: boolean }): string {
  const { name, steps, log, tookMs, semantics } = result;
  const wrong = steps.filter(({ differences }) => differences.length > 0);
  const verdict = wrong.length === 0 ? "ok  " : "FAIL";
  const mode = semantics === "upstream" ? ", upstream" : "";
  const head = `${verdict} ${name} ${steps.length - wrong.length}/${steps.length} (${tookMs} ms${mode})`;
  if (!isVerbose || wrong.length === 0) {
    return head;
  }
  const lines = wrong.flatMap(({ index, what, differences }) => [
    `     step ${index} ${what}`,
    ...differences.map((difference) => `       ${difference}`),
  ]);
  return [head, ...lines, ...log.map((line) => `     log: ${line}`)].join("\n");
}

export function printTotals(results: readonly ScenarioResult[]): string {
  const steps = results.flatMap((result) => result.steps);
  const failed = steps.filter(({ differences }) => differences.length > 0).length;
  return `${steps.length - failed} passed, ${failed} failed`;
}
