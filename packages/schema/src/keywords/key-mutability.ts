import type { Keyword } from "../keyword.ts";
import { checkMutability } from "./check-mutability-placement.ts";

/** `x-kubernetes-key-mutability`. compileMutability() compares objects by it. */
export const keyMutability: Keyword = {
  wire: "x-kubernetes-key-mutability",
  name: "keyMutability",
  encoding: "jsonAsGiven",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "none",
  schemas: { root: checkMutability },
  mark: { gate: "FieldMutability" },
};
