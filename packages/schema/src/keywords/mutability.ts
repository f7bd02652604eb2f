import type { Keyword } from "../keyword.ts";
import { checkMutability } from "./check-mutability-placement.ts";

/** `x-kubernetes-mutability`. compileMutability() compares objects by it. */
export const mutability: Keyword = {
  wire: "x-kubernetes-mutability",
  name: "mutability",
  encoding: "jsonAsGiven",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "none",
  schemas: { root: checkMutability },
  mark: { gate: "FieldMutability" },
};
