import type { CallCost, CallEstimate } from "../check/call-cost.ts";
import { exactly, scaleRange, uniteRanges } from "../check/range.ts";
import { traversalFactor } from "../cost/library-costs.ts";
import { operators } from "../parse/operators.ts";
import type { CelType } from "../values/type.ts";
import { OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const maxFormatSize = 64;

/** Types with constant comparison cost. */
const quick: ReadonlySet<string> = new Set([
  "net.IP",
  "net.CIDR",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.ResourceCheck",
  "kubernetes.authorization.Decision",
]);

const cost: CallCost = ([left]) => (left instanceof OpaqueValue ? 1 : undefined);

const estimate: CallEstimate = ([left, right]) => {
  const type: CelType | undefined = left?.type.name === right?.type.name ? left?.type : undefined;
  if (type === undefined) {
    return undefined;
  }
  if (quick.has(type.name)) {
    return { cost: exactly(1) };
  }
  if (type.name === "kubernetes.NamedFormat") {
    return { cost: scaleRange({ min: 1, max: maxFormatSize }, traversalFactor) };
  }
  if (type.name !== "kubernetes.URL") {
    return undefined;
  }
  // Kubernetes: counts the size of the right side twice (cel/library/cost.go EstimateCallCost, v1.36).
  const size = right?.size() ?? exactly(1);
  return { cost: scaleRange({ min: 1, max: uniteRanges(size, size).max }, traversalFactor) };
};

// Kubernetes: `!=` has no such cost (cel/library/cost.go EstimateCallCost, v1.36).
/** Library that only changes costs: of comparing values of Kubernetes' own types. */
export const kubernetesEqualityLibrary: Library = {
  name: "kubernetes equality",
  introduced: "1.0",
  functions: [{ name: operators.equals, overloads: [], cost, estimate }],
};
