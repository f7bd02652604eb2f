import type { JsonArray } from "@kiln/api";
import { identifyValue } from "../element-identity.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";

/** `uniqueItems`, which only schemas that are not structural may have. */
export const uniqueItems: Keyword = {
  wire: "uniqueItems",
  name: "uniqueItems",
  encoding: "flag",
  goField: "UniqueItems",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "checked",
  values: {
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
  },
};

function uniqueItemsFault(): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${path} in body shouldn't contain duplicates`,
  });
}
