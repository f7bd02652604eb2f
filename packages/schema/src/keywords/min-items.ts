import type { JsonArray } from "@kiln/api";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";

export const minItems: Keyword = {
  wire: "minItems",
  name: "minItems",
  encoding: "integer",
  goField: "MinItems",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "checked",
  values: {
    kinds: ["array"],
    compile({ minItems: least }) {
      if (least === undefined || least <= 0) {
        return undefined;
      }
      return (value) => {
        const { length } = value as JsonArray;
        return length >= least ? undefined : [minItemsFault(length, least)];
      };
    },
  },
};

function minItemsFault(length: number, least: number): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: length,
    detail: (path) => `${path} in body should have at least ${least} items`,
  });
}
