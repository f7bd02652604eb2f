import type { Semantics } from "@kiln/schema";
import { createCompare } from "./compare-answers.ts";
import { type ConnectionOptions, openConnection } from "./connection.ts";
import { openHttp2Connection } from "./http2-connection.ts";
import { type Certificates, makeCertificates } from "./make-certificates.ts";
import { playScenario } from "./play-scenario.ts";
import { describeStep, type Scenario } from "./scenario.ts";
import { semanticsOf } from "./semantics-of.ts";
import { startHook } from "./start-hook.ts";
import { startKiln } from "./start-kiln.ts";

export interface StepResult {
  readonly index: number;
  readonly what: string;
  /** Differences from the recorded response; empty if there are none. */
  readonly differences: readonly string[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly semantics: Semantics | undefined;
  /** Results of the steps that have a response, in order. */
  readonly steps: readonly StepResult[];
  /** Log of the server, if it runs in this process. */
  readonly log: readonly string[];
  readonly tookMs: number;
}

export interface ReplayOptions {
  /** Server to play against, instead of a new Kiln for each scenario. */
  readonly server?: ConnectionOptions;
  /** Semantics of all scenarios, instead of those of each recording. */
  readonly semantics?: Semantics;
  /** Play over HTTP/2, served by this implementation, instead of HTTP/1.1. */
  readonly http2?: "own" | "node";
  readonly concurrency: number;
  /** Called at the end of each scenario. */
  readonly onResult?: (result: ScenarioResult) => void;
}

// Limits for a server in this process. The server itself waits 3 s for a resourceVersion in the future.
const OWN_SERVER = { patience: { maxWaitMs: 4000, purseMs: 10_000 }, pollMs: 2 };
const OTHER_SERVER = { patience: { maxWaitMs: 120_000, purseMs: 600_000 }, pollMs: 50 };

/** Plays scenarios; returns the results in their order. */
export async function runReplay(scenarios: readonly Scenario[], options: ReplayOptions): Promise<ScenarioResult[]> {
  const certificates = await makeCertificates();
  const results: ScenarioResult[] = [];
  const queue = [...scenarios.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, scenario] = next;
      const result = await runScenario(scenario, certificates, options);
      results[index] = result;
      options.onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return results;
}

/** A new server and webhook for each scenario, so that scenarios do not affect each other. */
async function runScenario(
  scenario: Scenario,
  certificates: Certificates,
  options: ReplayOptions,
): Promise<ScenarioResult> {
  const started = performance.now();
  const semantics = options.server === undefined ? (options.semantics ?? semanticsOf(scenario.name)) : undefined;
  const kiln = semantics === undefined ? undefined : await startKiln(certificates, { ...options, semantics });
  const hook = await startHook(certificates);
  const server = kiln?.connection ?? options.server;
  if (server === undefined) {
    throw new Error("no server to play against");
  }
  const connection = options.http2 === undefined ? openConnection(server) : openHttp2Connection(server);
  try {
    const pace = kiln === undefined ? OTHER_SERVER : OWN_SERVER;
    const answers = await playScenario(scenario, { connection, hook, ...pace });
    const steps = judge(scenario, answers);
    const tookMs = Math.round(performance.now() - started);
    return { name: scenario.name, semantics, steps, log: kiln?.log ?? [], tookMs };
  } finally {
    connection.close();
    hook.close();
    await kiln?.close();
  }
}

function judge(scenario: Scenario, answers: readonly unknown[]): StepResult[] {
  const compare = createCompare();
  return scenario.steps.flatMap((step, index) => {
    if (step.answer === undefined) {
      return [];
    }
    // Values that JSON cannot represent were not recorded either.
    const actual: unknown = JSON.parse(JSON.stringify(answers[index] ?? null));
    return [{ index, what: describeStep(step), differences: compare(step.answer, actual) }];
  });
}
