import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { type CompileContext, type Kind, kindOf } from "../check.ts";
import { createFault, type Fault, type Weights } from "../fault.ts";
import { effectiveFormat, findFormat } from "../formats/index.ts";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import { isCloseToInteger } from "./number-range.ts";
import { findMismatch, typesOf } from "./type.ts";

interface FailedBranches {
  readonly schemas: readonly JsonSchema[];
  /** Errors of each schema in `schemas`, in the same order. */
  readonly failed: readonly Fault[][];
  readonly value: JsonValue;
  readonly context: CompileContext;
}

/**
 * Placeholder for the errors of the branch that matched most, the first among equals. They are chosen when errors are
 * printed: see {@link readFaults}.
 */
export function bestBranch({ schemas, failed, value, context }: FailedBranches): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    detail: "",
    standsFor: (weights) => failed[bestIndex(schemas, value, { ...context, ...weights })] as Fault[],
  });
}

type Weighing = CompileContext & Weights;

function bestIndex(schemas: readonly JsonSchema[], value: JsonValue, weighing: Weighing): number {
  let best = 0;
  let bestCount = -1;
  // A single branch needs no comparison.
  for (let i = 0; schemas.length > 1 && i < schemas.length; i++) {
    const count = countMatches(schemas[i] as JsonSchema, value, weighing);
    if (count > bestCount) {
      best = i;
      bestCount = count;
    }
  }
  return best;
}

/** Caches a result by schema and value. Equal scalars share a result, because it depends on the value alone. */
function remember<T>(
  known: Map<JsonSchema, Map<JsonValue, T>>,
  key: readonly [JsonSchema, JsonValue],
  ask: () => T,
): T {
  const [schema, value] = key;
  let answers = known.get(schema);
  if (answers === undefined) {
    answers = new Map();
    known.set(schema, answers);
  }
  const answer = answers.get(value) ?? ask();
  answers.set(value, answer);
  return answer;
}

/** Number of Kubernetes' validators that run on a value of each kind, whatever the schema. */
const LOOKS: { readonly [kind in Kind]: number } = {
  null: 0,
  boolean: 4,
  integer: 6,
  number: 6,
  string: 5,
  array: 6,
  object: 5,
};

/**
 * How many checks of a schema a value matched. Kubernetes: counts the checks that ran, failed or not, and one more for
 * each type that matched (validation/validate/schema_props.go schemaPropsValidator.Validate, v1.36).
 */
function countMatches(schema: JsonSchema, value: JsonValue, weighing: Weighing): number {
  return remember(weighing.counts, [schema, value], () => countAnew(schema, value, weighing));
}

function countAnew(schema: JsonSchema, value: JsonValue, weighing: Weighing): number {
  const isRightType = matchesType(schema, value) ? 1 : 0;
  if (value === null) {
    return isRightType;
  }
  const hasType = typesOf(schema).length > 0 || effectiveFormat(schema) !== "";
  const own = LOOKS[kindOf(value)] + (hasType ? 1 + isRightType : 0);
  return own + countBranches(schema, value, weighing) + countContents(schema, value, weighing);
}

function matchesType(schema: JsonSchema, value: JsonValue): boolean {
  const kind = kindOf(value);
  return (
    findMismatch(schema, kind) === undefined ||
    (kind === "number" && typesOf(schema).includes("integer") && isCloseToInteger(value as number))
  );
}

function countBranches(schema: JsonSchema, value: JsonValue, weighing: Weighing): number {
  const count = (branch: JsonSchema): number => countMatches(branch, value, weighing);
  const isValid = (branch: JsonSchema): boolean =>
    remember(
      weighing.verdicts,
      [branch, value],
      () => weighing.compileSchema(branch)?.(value, undefined) === undefined,
    );
  const closest = (branches: readonly JsonSchema[]): number =>
    branches.reduce((most, branch) => Math.max(most, count(branch)), 0);

  const anyOf = schema.anyOf ?? [];
  const firstValid = anyOf.find(isValid);
  const oneOf = schema.oneOf ?? [];
  const valid = oneOf.filter(isValid);
  const oneOfCount = valid.length === 0 ? closest(oneOf) : valid.length === 1 ? count(valid[0] as JsonSchema) : 0;
  const allOfCount = (schema.allOf ?? []).reduce((sum, branch) => sum + count(branch), 0);
  return (firstValid === undefined ? closest(anyOf) : count(firstValid)) + oneOfCount + allOfCount;
}

function countContents(schema: JsonSchema, value: JsonValue, weighing: Weighing): number {
  if (typeof value === "string") {
    return findFormat(schema) === undefined ? 0 : 1;
  }
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? 0 : value.reduce<number>((sum, item) => sum + countMatches(items, item, weighing), 0);
  }
  return isJsonObject(value) ? countFields(schema, value, weighing) : 0;
}

function countFields(schema: JsonSchema, value: JsonObject, weighing: Weighing): number {
  let count = 0;
  const { additionalProperties } = schema;
  for (const name of Object.keys(value)) {
    const field =
      schema.properties?.get(name) ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    if (field !== undefined) {
      count += countMatches(field, getOwn(value, name) as JsonValue, weighing);
    }
  }
  return count;
}
