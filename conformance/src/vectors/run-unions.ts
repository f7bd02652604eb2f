import { deepCopy, deepEqual, isJsonObject, type JsonObject, printGoJson } from "@kiln/api";
import { compileUnions, parseJsonSchema } from "@kiln/schema";
import type { RunCase, VectorCase } from "./vector-file.ts";

/** Normalizes against the old object, then validates the result. */
export const runUnions: RunCase = (vector) => {
  const unions = compileUnions(parseJsonSchema(vector.get("schema") ?? {}).schema);
  const old = objectOf(vector, "old");
  const value = objectOf(vector, "new") ?? {};
  unions?.normalize(value, old);
  const { errors, warnings } = unions?.check(value, old) ?? { errors: [], warnings: [] };
  return [
    ...compareObjects(vector, value),
    ...compareFlag("thenInvalid", vector.expect.thenInvalid === true, errors.length > 0),
    ...compareFlag("ratcheted", vector.expect.ratcheted === true, errors.length === 0 && warnings.length > 0),
  ];
};

/** A case that expects neither an object nor that it is unchanged does not judge it. */
function compareObjects(vector: VectorCase, value: JsonObject): string[] {
  const { normalized, unchanged } = vector.expect;
  const expected = normalized ?? (unchanged === true ? vector.get("new") : undefined);
  if (expected === undefined || deepEqual(expected, value)) {
    return [];
  }
  return [`normalized: expected ${printGoJson(expected)}, got ${printGoJson(value)}`];
}

function compareFlag(name: string, expected: boolean, actual: boolean): string[] {
  return expected === actual ? [] : [`${name}: expected ${expected}, got ${actual}`];
}

function objectOf(vector: VectorCase, name: string): JsonObject | undefined {
  const value = vector.get(name);
  return isJsonObject(value) ? deepCopy(value) : undefined;
}
