import { runMutability } from "./run-mutability.ts";
import { runMutabilityCrd } from "./run-mutability-crd.ts";
import { runPruning } from "./run-pruning.ts";
import { runSnapshot } from "./run-snapshot.ts";
import { runUnions } from "./run-unions.ts";
import type { Outcome, RunCase, VectorCase, VectorFile, VectorFormat } from "./vector-file.ts";

const RUNNERS: Readonly<Record<VectorFormat, RunCase>> = {
  mutability: runMutability,
  "mutability-crd": runMutabilityCrd,
  pruning: runPruning,
  snapshot: runSnapshot,
  unions: runUnions,
};

export function runVectors({ format, cases }: VectorFile): Outcome[] {
  return cases.map((vector) => runCase(RUNNERS[format], vector));
}

function runCase(run: RunCase, vector: VectorCase): Outcome {
  try {
    return { id: vector.id, differences: run(vector) };
  } catch (error) {
    // A case that throws is a failed case; the others still count.
    return { id: vector.id, differences: [`threw ${error instanceof Error ? (error.stack ?? error.message) : error}`] };
  }
}
