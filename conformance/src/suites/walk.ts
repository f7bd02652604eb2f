import type { Finished, Stage, TestResult } from "./suite.ts";

/** A step of a walk: its name, and an action that rejects where it fails. */
export type Step = readonly [name: string, act: () => Promise<void>];

/** Every step, one after the other; a failed one does not end the walk. */
export async function walk(stage: Stage, steps: readonly Step[]): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const [name, act] of steps) {
    try {
      await act();
      results.push({ name, outcome: "passed" });
    } catch (error) {
      stage.log(`step failed: ${name}: ${String(error)}\n`);
      results.push({ name, outcome: "failed" });
    }
  }
  return results;
}

export type Kubectl = (args: readonly string[], input?: string) => Promise<string>;

/** Runs kubectl; rejects with its output if it fails. */
export function kubectlFor(stage: Stage, kubeconfig: string): Kubectl {
  return async (args, input) => {
    const options = input === undefined ? {} : { input };
    const finished = await stage.run("kubectl", ["--kubeconfig", kubeconfig, ...args], options);
    return expectSuccess(finished, args);
  };
}

function expectSuccess({ code, output }: Finished, args: readonly string[]): string {
  if (code !== 0) {
    throw new Error(`kubectl ${args.join(" ")}: ${output}`);
  }
  return output;
}

export function expectText(text: string, wanted: string | RegExp): void {
  const isThere = typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
  if (!isThere) {
    throw new Error(`${JSON.stringify(text.slice(0, 500))} lacks ${String(wanted)}`);
  }
}
