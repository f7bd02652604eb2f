import {
  applyJsonPatch,
  asObject,
  asObjects,
  deepCopy,
  isJsonObject,
  type JsonObject,
  JsonPatchError,
  type JsonValue,
} from "@kiln/api";
import { checkType, type FieldType, merge, printTypeFaults } from "@kiln/apply";
import { type Bindings, CelError, type CelValue } from "@kiln/cel";
import { apiVersionOf, findMisnamed, MadeObject, type Resource, toJson } from "@kiln/kinds";
import type { CompiledMutation } from "../registered/compile-mutations.ts";
import { type Budget, CALL_LIMIT } from "../registered/policy-input.ts";
import { findAtomics } from "./find-atomics.ts";

/** Error of a mutation, with Kubernetes' message. */
export class MutationFault extends Error {
  override readonly name = "MutationFault";
}

export interface MutationRun {
  readonly resource: Resource;
  readonly object: JsonObject;
  readonly bindings: Bindings;
  readonly budget: Budget;
}

/** Applies one mutation to a copy of `object`. Throws a {@link MutationFault}. */
export function applyMutation(mutation: CompiledMutation, run: MutationRun): JsonObject {
  const value = evaluate(mutation, run);
  return mutation.isJsonPatch ? patch(run.object, value) : applyConfiguration(run, value);
}

/** Evaluates the mutation's expression; subtracts its cost from the budget. */
function evaluate({ compiled, expression }: CompiledMutation, { bindings, budget }: MutationRun): CelValue {
  const { program, fault } = compiled;
  if (program === undefined) {
    throw new MutationFault(fault.detail);
  }
  const { value, cost } = program.evaluate(bindings, { costLimit: CALL_LIMIT });
  budget.left -= cost;
  if (budget.left < 0) {
    throw new MutationFault(
      "validation failed due to running out of cost budget, no further validation rules will be run",
    );
  }
  if (value instanceof CelError) {
    throw new MutationFault(`expression '${expression}' resulted in error: ${value.message}`);
  }
  return value;
}

const TEST_FAILED = "test failed";

/**
 * Applies the JSON patch that an expression returns. Kubernetes: a failed test operation leaves the object unchanged
 * (policy/mutating/patch/json_patch.go Patch, v1.36).
 */
function patch(object: JsonObject, value: CelValue): JsonObject {
  const operations = readJson(value, "JSONPath valueExpression evaluated to a type that could not marshal to JSON");
  try {
    const all = asObjects(operations).map((operation) => ({ op: "", path: "", ...operation }));
    const patched = applyJsonPatch(deepCopy(object), all);
    return isJsonObject(patched) ? patched : object;
  } catch (error) {
    if (!(error instanceof JsonPatchError)) {
      throw error;
    }
    if (error.message.endsWith(TEST_FAILED)) {
      return object;
    }
    throw new MutationFault(`JSON Patch: ${error.message}`);
  }
}

function readJson(value: CelValue, what: string): JsonValue {
  const reading = toJson(value);
  if (reading.fault !== undefined) {
    throw new MutationFault(`${what}: ${reading.fault}`);
  }
  return reading.value;
}

function applyConfiguration({ resource, object }: MutationRun, value: CelValue): JsonObject {
  const misnamed = findMisnamed(value, value instanceof MadeObject ? value.typeName : "Object");
  if (misnamed !== undefined) {
    throw new MutationFault(`type mismatch: ${misnamed}`);
  }
  const made = readJson(value, "invalid return type");
  const apiVersion = apiVersionOf(resource);
  const config = { ...asObject(made), apiVersion, kind: resource.names.kind };
  const type = resource.storage.typeOf(apiVersion);
  return type === undefined ? object : lay(type, object, config);
}

function lay(type: FieldType, object: JsonObject, config: JsonObject): JsonObject {
  const faults = checkType(type, config, { allowsDuplicates: false });
  if (faults.length > 0) {
    throw new MutationFault(
      `error applying patch: failed to convert patch object to typed object: ${printTypeFaults(faults)}`,
    );
  }
  const atomics = findAtomics(type, config);
  if (atomics.length > 0) {
    const what = `may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`;
    throw new MutationFault(`error applying patch: invalid ApplyConfiguration: ${what}`);
  }
  return deepCopy(merge(type, object, config)) as JsonObject;
}
