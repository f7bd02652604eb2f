import type { JsonObject } from "@kiln/api";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { countKeys } from "./count-keys.ts";

export const minProperties: Keyword = {
  wire: "minProperties",
  name: "minProperties",
  encoding: "integer",
  goField: "MinProperties",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: ["object"],
    compile({ minProperties: least }) {
      if (least === undefined || least <= 0) {
        return undefined;
      }
      return (value) => {
        const count = countKeys(value as JsonObject);
        return count >= least ? undefined : [minPropertiesFault(count, least)];
      };
    },
  },
};

function minPropertiesFault(count: number, least: number): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: count,
    detail: (path) => `${path} in body should have at least ${least} properties`,
  });
}
