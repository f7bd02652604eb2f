import type { JsonObject } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import { countKeys } from "./count-keys.ts";

export const minProperties: Keyword = {
  name: "minProperties",
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
};

function minPropertiesFault(count: number, least: number): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: count,
    detail: (path) => `${path} in body should have at least ${least} properties`,
  });
}
