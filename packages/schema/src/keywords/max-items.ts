import type { JsonArray } from "@kiln/api";
import type { Keyword } from "../keyword.ts";
import { tooManyFault } from "./too-many-fault.ts";

export const maxItems: Keyword = {
  wire: "maxItems",
  name: "maxItems",
  encoding: "integer",
  goField: "MaxItems",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "checked",
  values: {
    kinds: ["array"],
    compile({ maxItems: most }) {
      if (most === undefined) {
        return undefined;
      }
      return (value) => {
        const { length } = value as JsonArray;
        return length <= most ? undefined : [tooManyFault(length, most)];
      };
    },
  },
};
