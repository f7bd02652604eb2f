import { appendAll, type FieldError, type FieldPath, type JsonObject } from "@kiln/api";
import { compileRules, type Line, runLines } from "./compile-rules.ts";
import { Frame, type Scope } from "./rule-frame.ts";
import type { CheckValue } from "./rule-words.ts";

export type { CheckValue, Scope };

/**
 * Rules of single fields of a struct, by field, in the order of Kubernetes' errors. Keys:
 *
 * - `a` is a field, `a.b` the field b of the struct a, if present, `a,b` are two fields with the same rule.
 * - `a[]` is each item of the list a. With `a[<=8]`, the only error of a longer list is its length. The errors of `a[^]`
 *   have the path of the list, without an index.
 * - `a|b` are fields that exclude each other: `atMostOne=TEXT`.
 *
 * A rule is one of the following, or a list of them:
 *
 * - Words separated by semicolons, see `rule-words.ts`.
 * - A table of the fields of the struct, or of each struct in the list. An absent struct is valid.
 * - A function that checks the value, where no word does.
 */
export interface FieldRules<Given = unknown> {
  readonly [field: string]: Rule<Given>;
}

export type Rule<Given> = RulePart<Given> | readonly RulePart<Given>[];

export type RulePart<Given> = string | FieldRules<Given> | CheckValue<Given>;

export type CheckFields<Given = unknown> = (object: JsonObject, path: FieldPath, scope?: Scope<Given>) => FieldError[];

type CheckStruct<Given> = (object: JsonObject, path: FieldPath, scope: Scope<Given>) => readonly FieldError[];

/** Rules of a struct: of it alone, as arguments of {@link fieldRules}, or as parts of a rule of a field or list. */
export type RuleSteps<Given = unknown> = readonly (FieldRules<Given> | CheckStruct<Given>)[];

const EMPTY: Scope<never> = {};

/**
 * Compiles the validation of a struct: tables of rules for single fields, and functions for rules about several fields,
 * in order. Parses the tables on first use. Throws for an unknown word.
 */
export function fieldRules<Given = unknown>(...steps: RuleSteps<Given>): CheckFields<Given> {
  let compiled: readonly (CheckStruct<Given> | readonly Line[])[] | undefined;
  // Kept from one call to the next, because most objects are valid. A call during another one makes a frame of its own.
  let free: Frame | undefined;
  return (object, path, scope = EMPTY) => {
    compiled ??= steps.map((step) => (typeof step === "function" ? step : compileRules(step)));
    const frame = free ?? new Frame();
    free = undefined;
    frame.begin(path, scope);
    for (let i = 0; i < compiled.length; i++) {
      const step = compiled[i] as CheckStruct<Given> | readonly Line[];
      if (typeof step === "function") {
        appendAll(frame.errors, step(object, path, scope));
      } else {
        runLines(step, object, frame);
      }
    }
    free = frame;
    return frame.end();
  };
}
