import type { JsonArray } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { identifyValue } from "../element-identity.ts";
import { createFault, type Fault } from "../fault.ts";

/** `uniqueItems`, which only schemas that are not structural may have. */
export const uniqueItems: Keyword = {
  name: "uniqueItems",
  kinds: ["array"],
  compile(schema) {
    if (schema.uniqueItems !== true) {
      return undefined;
    }
    return (value) => {
      const list = value as JsonArray;
      return new Set(list.map(identifyValue)).size === list.length ? undefined : [uniqueItemsFault()];
    };
  },
};

function uniqueItemsFault(): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${path} in body shouldn't contain duplicates`,
  });
}
