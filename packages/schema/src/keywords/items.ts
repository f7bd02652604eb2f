import type { JsonArray, JsonValue } from "@kiln/api";
import { addFaults, type Keyword } from "../check.ts";
import { type Fault, prefixFaults } from "../fault.ts";
import { itemsOf } from "../json-schema.ts";
import { checkIndex } from "../ratchet.ts";

export const items: Keyword = {
  name: "items",
  kinds: ["array"],
  compile(schema, _kind, context) {
    const itemSchema = itemsOf(schema);
    const check = itemSchema === undefined ? undefined : context.compileSchema(itemSchema);
    if (check === undefined) {
      return undefined;
    }
    return (value, old) => {
      const list = value as JsonArray;
      let faults: Fault[] | undefined;
      for (let i = 0; i < list.length; i++) {
        const found = old === undefined ? check(list[i] as JsonValue, undefined) : checkIndex(check, old, i);
        if (found !== undefined) {
          prefixFaults(found, { kind: "index", index: i });
          faults = addFaults(faults, found);
        }
      }
      return faults;
    };
  },
};
