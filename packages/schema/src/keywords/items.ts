import type { JsonArray, JsonValue } from "@kiln/api";
import { addFaults, type Keyword } from "../check.ts";
import { type Fault, prefixFaults } from "../fault.ts";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import { checkIndex } from "../ratchet.ts";
import { createShortcut, isSurelyFine } from "../shortcut.ts";

export const items: Keyword = {
  name: "items",
  kinds: ["array"],
  compile(schema, _kind, context) {
    const itemSchema = itemsOf(schema);
    const check = itemSchema === undefined ? undefined : context.compileSchema(itemSchema);
    if (check === undefined) {
      return undefined;
    }
    const shortcut = createShortcut(itemSchema as JsonSchema);
    return (value, old) => {
      const list = value as JsonArray;
      let faults: Fault[] | undefined;
      for (let i = 0; i < list.length; i++) {
        const item = list[i] as JsonValue;
        if (isSurelyFine(shortcut, item)) {
          continue;
        }
        const found = old === undefined ? check(item, undefined) : checkIndex(check, old, i);
        if (found !== undefined) {
          prefixFaults(found, { kind: "index", index: i });
          faults = addFaults(faults, found);
        }
      }
      return faults;
    };
  },
};
