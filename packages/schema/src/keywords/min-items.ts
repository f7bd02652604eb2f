import type { JsonArray } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";

export const minItems: Keyword = {
  name: "minItems",
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
};

function minItemsFault(length: number, least: number): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: length,
    detail: (path) => `${path} in body should have at least ${least} items`,
  });
}
