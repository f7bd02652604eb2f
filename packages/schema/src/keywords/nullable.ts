import type { Keyword } from "../keyword.ts";

/** `nullable`, which {@link typeKeyword} validates. */
export const nullable: Keyword = {
  wire: "nullable",
  name: "nullable",
  encoding: "flag",
  goField: "Nullable",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
  stampFlag: 0,
};
