import type { Keyword } from "../keyword.ts";

/** `x-kubernetes-int-or-string`, which {@link typeKeyword} validates. */
export const intOrString: Keyword = {
  wire: "x-kubernetes-int-or-string",
  name: "intOrString",
  encoding: "flag",
  goField: "XIntOrString",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
  stampFlag: 3,
};
