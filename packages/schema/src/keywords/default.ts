import type { Keyword } from "../keyword.ts";

/** `default`. Set by compileSetDefaults(); checkDefaults() checks the value. */
export const defaultKeyword: Keyword = {
  wire: "default",
  name: "default",
  encoding: "json",
  goField: "Default",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
};
