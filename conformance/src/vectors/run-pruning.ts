import { deepCopy, deepEqual, isJsonObject, type JsonObject } from "@kiln/api";
import { compilePrune, type PruneReport, parseJsonSchema, type Semantics } from "@kiln/schema";
import type { RunCase, VectorCase } from "./vector-file.ts";

/** Expectations hold for the proposal's semantics; Kubernetes' own must at least cope with every case. */
export const runPruning: RunCase = (vector) => {
  pruneCase(vector, "upstream");
  const { value, report } = pruneCase(vector, "kep");
  const [first] = report.mismatches;
  if (vector.expect.error === true) {
    const path = first?.path;
    return path === vector.expect.path ? [] : [`error at: expected ${vector.expect.path}, got ${path ?? "no error"}`];
  }
  if (first !== undefined) {
    return [`unexpected error at ${first.path}: expected ${first.expected}, found ${first.found}`];
  }
  const expected = vector.expect.pruned ?? null;
  return deepEqual(value, expected) ? [] : [`pruned: expected ${print(expected)}, got ${print(value)}`];
};

export interface PrunedCase {
  readonly value: JsonObject;
  readonly report: PruneReport;
}

export function pruneCase(vector: VectorCase, semantics: Semantics): PrunedCase {
  const declared = vector.get("schema") ?? null;
  const schema = declared === null ? undefined : parseJsonSchema(declared).schema;
  const sent = vector.get("new");
  const value = isJsonObject(sent) ? deepCopy(sent) : {};
  const report = compilePrune(schema, { semantics, isResourceRoot: true })(value, { tracksRemoved: true });
  return { value, report };
}

function print(value: unknown): string {
  return JSON.stringify(value, (_, field) => (typeof field === "bigint" ? `${field}` : field));
}
