import { fieldPath } from "@kiln/api";
import { IMMUTABLE, type Marks } from "../../natives/marks.ts";
import type { BuiltInSettings } from "../../resource/feature-gates.ts";
import { areMarked } from "../declaration.ts";
import { checkSelectorKept } from "./validate-selector.ts";
import type { WorkloadRules } from "./workload-strategy.ts";

/** The selector identifies the workload's Pods, and cannot change. */
export const keptSelectorMarks: Readonly<Record<string, Marks>> = { "spec.selector": IMMUTABLE };

/** The same as a rule, where marks are not in force. */
export function keepSelector(settings: BuiltInSettings): Pick<WorkloadRules, "validateChange"> {
  return areMarked(settings) ? {} : { validateChange: (spec, old) => checkSelectorKept(spec, old, fieldPath("spec")) };
}
