import { deepCopy, type FieldError, type FieldPath, type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import type { DefaultTrials } from "./check-defaults.ts";
import { compileCheck } from "./compile-check.ts";
import { compileEmbeddedResources } from "./embedded-resource.ts";
import { type Fault, printSegments, readFaults, toFieldError } from "./fault.ts";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import { compilePrune } from "./prune.ts";

/**
 * Runs defaults through what objects go through. Compiles anew for each default, since definitions are written rarely.
 *
 * Kubernetes: list types are not tried, so the default of a set may have duplicates.
 */
export function createDefaultTrials(semantics: Semantics): DefaultTrials {
  return {
    prune(schema, value) {
      const holder = hold(deepCopy(value));
      compilePrune(holderOf(schema), { semantics, isResourceRoot: false })(holder);
      return holder.value as JsonValue;
    },
    checkResources(schema, value, path) {
      const faults = compileEmbeddedResources(holderOf(schema))?.(hold(value)) ?? [];
      return faults.map((fault) => toResourceError(fault, path));
    },
    validate(schema, value, path) {
      const faults = readFaults(compileCheck(schema)?.(value, undefined) ?? []);
      const errors = faults.map((fault) => toFieldError(fault, "dotted", String(path)));
      return [...new Map(errors.map((error) => [printFieldError(error), error])).values()];
    },
  };
}

/** An object around the value: pruning wants one, and only what is inside of something counts as embedded. */
function hold(value: JsonValue): JsonObject {
  return { value };
}

function holderOf(schema: JsonSchema): JsonSchema {
  return { type: "object", properties: new Map([["value", schema]]) };
}

/** The outermost segment is that of the holder. */
function toResourceError(fault: Fault, path: FieldPath): FieldError {
  const segments = fault.segments.slice(0, -1);
  const within = printSegments(segments, "bracketed");
  const first = segments.at(-1);
  const field = first === undefined || first.kind === "field" ? path.child(within) : `${path}${within}`;
  return { ...toFieldError({ ...fault, segments }, "bracketed"), field: String(field) };
}
