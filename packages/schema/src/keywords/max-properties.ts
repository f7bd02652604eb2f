import type { JsonObject } from "@kiln/api";
import type { Keyword } from "../keyword.ts";
import { countKeys } from "./count-keys.ts";
import { tooManyFault } from "./too-many-fault.ts";

export const maxProperties: Keyword = {
  wire: "maxProperties",
  name: "maxProperties",
  encoding: "integer",
  goField: "MaxProperties",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: ["object"],
    compile({ maxProperties: most }) {
      if (most === undefined) {
        return undefined;
      }
      return (value) => {
        const count = countKeys(value as JsonObject);
        return count <= most ? undefined : [tooManyFault(count, most)];
      };
    },
  },
};
