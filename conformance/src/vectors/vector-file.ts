import { asObject, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** Outcome of one case. */
export interface Outcome {
  readonly id: string;
  /** Differences from the expected result; empty if there are none. */
  readonly differences: readonly string[];
}

/** Runs one case and returns what differs. */
export type RunCase = (vector: VectorCase) => string[];

/** One case, its fields decoded by the runner of its format. */
export interface VectorCase {
  readonly id: string;
  /** Value of a field of the case; undefined if the case does not have it. */
  readonly get: (name: string) => JsonValue | undefined;
  readonly expect: JsonObject;
}

/** The formats of case files. */
export type VectorFormat = "mutability" | "mutability-crd" | "pruning" | "snapshot" | "unions";

export interface VectorFile {
  readonly format: VectorFormat;
  readonly cases: readonly VectorCase[];
}

/** Cases of a file; undefined if it is no file of cases, or has a format without a runner. */
export function parseVectorFile(value: JsonValue): VectorFile | undefined {
  const cases = isJsonObject(value) ? getOwn(value, "cases") : undefined;
  if (!isJsonObject(value) || !Array.isArray(cases) || !cases.every(isJsonObject)) {
    return undefined;
  }
  const format = formatOf(getOwn(value, "kep"), cases);
  return format === undefined ? undefined : { format, cases: cases.map(parseCase) };
}

function parseCase(vector: JsonObject, index: number): VectorCase {
  const id = getOwn(vector, "id");
  const expected = getOwn(vector, "expect");
  return {
    id: typeof id === "string" ? id : `#${index}`,
    get: (name) => getOwn(vector, name),
    expect: asObject(expected),
  };
}

/** By the proposal that a file names, or else by what its cases expect. */
function formatOf(kep: JsonValue | undefined, cases: readonly JsonObject[]): VectorFormat | undefined {
  if (cases.some((vector) => isJsonObject(getOwn(vector, "request")))) {
    return "snapshot";
  }
  const isCrd = cases.some((vector) => Object.hasOwn(vector, "crdVersion"));
  switch (typeof kep === "string" ? kep.slice(0, 3) : undefined) {
    case "000":
      return isCrd ? "mutability-crd" : "mutability";
    case "001":
      return "unions";
    case "003":
      return "pruning";
    case undefined:
      return isCrd ? "mutability-crd" : formatOfExpectations(cases);
    default:
      return undefined;
  }
}

function formatOfExpectations(cases: readonly JsonObject[]): VectorFormat | undefined {
  const names = new Set(cases.flatMap((vector) => Object.keys(parseCase(vector, 0).expect)));
  const hasAny = (...wanted: readonly string[]) => wanted.some((name) => names.has(name));
  if (hasAny("normalized", "unchanged", "thenInvalid", "ratcheted")) {
    return "unions";
  }
  if (hasAny("pruned")) {
    return "pruning";
  }
  return hasAny("allowed") && hasAny("paths") ? "mutability" : undefined;
}

export function stringsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Both as sets: order and repetition do not count. */
export function compareSets(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const missing = expected.filter((item) => !actual.includes(item));
  const surplus = actual.filter((item) => !expected.includes(item));
  return [
    ...missing.map((item) => `${what}: ${item} is missing`),
    ...surplus.map((item) => `${what}: ${item} was not expected`),
  ];
}
