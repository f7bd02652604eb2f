import { fieldPath } from "@kiln/api";
import { IMMUTABLE, type Marks } from "../../natives/marks.ts";
import type { BuiltInSettings } from "../../resource/feature-gates.ts";
import { areMarked } from "../declaration.ts";
import { checkSelectorKept } from "./validate-selector.ts";
import type { WorkloadRules } from "./workload-strategy.ts";

/** Mark of a workload's selector, which identifies its Pods and therefore cannot change. */
export const keptSelectorMarks: Readonly<Record<string, Marks>> = { "spec.selector": IMMUTABLE };

/** Validation with the same effect, for servers without marks. */
export function keepSelector(settings: BuiltInSettings): Pick<WorkloadRules, "validateChange"> {
  return areMarked(settings) ? {} : { validateChange: (spec, old) => checkSelectorKept(spec, old, fieldPath("spec")) };
}
