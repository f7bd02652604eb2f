import type { JsonValue } from "@kiln/api";
import type { Fault } from "./fault.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Correlation } from "./ratchet.ts";
import type { Shortcut } from "./shortcut.ts";

/**
 * Checks one value: undefined if it is valid, else its errors, at least one. The array belongs to the caller, which may
 * change it. `old` is given only while an update with errors is checked again; see {@link Correlation}.
 */
export type Check = (value: JsonValue, old: Correlation | undefined) => Fault[] | undefined;

/**
 * The kinds of JSON values that validation distinguishes. `integer` is read by Go as int64: a bigint or a safe integer;
 * every other number is `number`.
 */
export type Kind = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export const EVERY_KIND: readonly Kind[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

export function kindOf(value: JsonValue): Kind {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "bigint":
      return "integer";
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "number";
    default:
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
  }
}

export interface CompileContext {
  /** Compiled check of a subschema, the same for the same schema; undefined if no value can fail it. */
  readonly compileSchema: (schema: JsonSchema) => Check | undefined;
  /** Cheap test that accepts most values of a subschema, so that its check need not be called. */
  readonly shortcutOf: (schema: JsonSchema) => Shortcut;
}

/** Runs all checks in order and collects their errors. */
export function allOfChecks(checks: readonly Check[]): Check | undefined {
  const [first, second, third] = checks;
  if (second === undefined) {
    return first;
  }
  if (first !== undefined && third === undefined) {
    return (value, old) => {
      const faults = first(value, old);
      const more = second(value, old);
      return faults === undefined ? more : addFaults(faults, more);
    };
  }
  return (value, old) => {
    let faults: Fault[] | undefined;
    for (let i = 0; i < checks.length; i++) {
      const more = (checks[i] as Check)(value, old);
      if (more !== undefined) {
        faults = addFaults(faults, more);
      }
    }
    return faults;
  };
}

/** Runs the checks in order up to the first that returns errors. */
export function firstOfChecks(checks: readonly Check[]): Check | undefined {
  if (checks.length <= 1) {
    return checks[0];
  }
  return (value, old) => {
    for (let i = 0; i < checks.length; i++) {
      const faults = (checks[i] as Check)(value, old);
      if (faults !== undefined) {
        return faults;
      }
    }
    return undefined;
  };
}

/** Appends `more` to `faults`. Either may be undefined, which means no errors. */
export function addFaults(faults: Fault[] | undefined, more: Fault[] | undefined): Fault[] | undefined {
  if (faults === undefined || more === undefined) {
    return faults ?? more;
  }
  for (const fault of more) {
    faults.push(fault);
  }
  return faults;
}
