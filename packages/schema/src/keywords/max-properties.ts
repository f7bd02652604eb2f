import type { JsonObject } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { countKeys } from "./count-keys.ts";
import { tooManyFault } from "./too-many-fault.ts";

export const maxProperties: Keyword = {
  name: "maxProperties",
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
};
