import { deepCopy, type FieldError, type FieldPath, type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import type { DefaultTrials } from "./check-defaults.ts";
import { compileCheck } from "./compile-check.ts";
import { compileDropNulls } from "./drop-nulls.ts";
import { type Fault, printSegments, readFaults, type Segment, toFieldError } from "./fault.ts";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import { compileEmbeddedResources } from "./keywords/embedded-resource.ts";
import { compilePrune } from "./prune.ts";
import { compileRules, type RuleCompiler } from "./rules.ts";
import { toDefaultSchema } from "./to-default-schema.ts";
import { DEFAULT_RULE_COST_BUDGET } from "./validate.ts";

/**
 * Runs defaults through pruning, coercion, validation and rules. Compiles for each default, since CRDs are written
 * rarely. Kubernetes: list types are not checked, so the default of a set may have duplicates
 * (schema/defaulting/validation.go validate, v1.36).
 */
export function createDefaultTrials(semantics: Semantics, rules?: RuleCompiler): DefaultTrials {
  let costBudget = DEFAULT_RULE_COST_BUDGET;
  return {
    prune(schema, value) {
      const holder = hold(deepCopy(value));
      compilePrune(holderOf(schema), { semantics, isResourceRoot: false, sparesEmbeddedMetadata: true })(holder);
      return holder.value as JsonValue;
    },
    coerce(schema, value) {
      const holder = hold(deepCopy(value));
      const settings = { semantics, isResourceRoot: false, preserveUnknownFields: true };
      compilePrune(holderOf(schema), settings)(holder);
      compileDropNulls(holderOf(schema), { semantics, isForEmbedded: true })?.(holder);
      return holder.value as JsonValue;
    },
    checkResources(schema, value, path) {
      const faults = compileEmbeddedResources(holderOf(schema))?.(hold(value)) ?? [];
      return faults.map((fault) => toResourceError(fault, path));
    },
    validate(schema, value, path) {
      const faults = readFaults(compileCheck(toDefaultSchema(schema))?.(value, undefined) ?? []);
      const errors = faults.map((fault) => toFieldError(fault, "dotted", String(path)));
      return [...new Map(errors.map((error) => [printFieldError(error), error])).values()];
    },
    checkRules(schema, value, { path, isResource }) {
      const run = rules && costBudget >= 0 ? compileRules(schema, rules, { isResource }) : undefined;
      if (run === undefined) {
        return [];
      }
      // A default is inserted on create, without an old value, and on update, where the old object got the same
      // default.
      const asBefore = run({ value, old: value, costBudget });
      const asNew = asBefore.faults.length === 0 ? run({ value, costBudget }) : asBefore;
      costBudget = Math.min(asBefore.remaining, asNew.remaining);
      return asNew.faults.map((fault) => toErrorBelow(fault, fault.segments, path));
    },
  };
}

/** Wraps the value in an object: only objects can be pruned, and only a value inside another counts as embedded. */
function hold(value: JsonValue): JsonObject {
  return { value };
}

function holderOf(schema: JsonSchema): JsonSchema {
  return { type: "object", properties: new Map([["value", schema]]) };
}

/** Drops the outermost segment, the field of the wrapping object. */
function toResourceError(fault: Fault, path: FieldPath): FieldError {
  return toErrorBelow(fault, fault.segments.slice(0, -1), path);
}

function toErrorBelow(fault: Fault, segments: Segment[], path: FieldPath): FieldError {
  const within = printSegments(segments, "bracketed");
  const first = segments.at(-1);
  const field = first?.kind === "field" ? path.child(within) : `${path}${within}`;
  return { ...toFieldError({ ...fault, segments }, "bracketed"), field: String(field) };
}
