import type { JsonArray } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { tooManyFault } from "./too-many-fault.ts";

export const maxItems: Keyword = {
  name: "maxItems",
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
};
