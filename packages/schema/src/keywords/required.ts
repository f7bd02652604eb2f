import type { JsonObject } from "@kiln/api";
import type { Check } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";

/** `required`, which {@link properties} validates. */
export const required: Keyword = {
  wire: "required",
  name: "required",
  encoding: "textList",
  goField: "Required",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "walked",
};

/** Check of `required`; undefined if no field is required. */
export function compileRequired(names: readonly string[] | undefined): Check | undefined {
  if (names === undefined || names.length === 0) {
    return undefined;
  }
  return (value) => {
    const faults = names.filter((name) => !Object.hasOwn(value as JsonObject, name)).map(requiredFault);
    return faults.length === 0 ? undefined : faults;
  };
}

function requiredFault(name: string): Fault {
  const fault = createFault({ reason: "FieldValueRequired", detail: "" });
  fault.segments.push({ kind: "field", name });
  return fault;
}
