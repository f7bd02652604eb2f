import type { JsonArray, JsonValue } from "@kiln/api";
import { addFaults } from "../check.ts";
import { type Fault, prefixFaults } from "../fault.ts";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { checkIndex } from "../ratchet.ts";
import { isSurelyFine } from "../shortcut.ts";

export const items: Keyword = {
  wire: "items",
  name: "items",
  encoding: "schemaOrList",
  goField: "Items",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "walked",
  values: {
    kinds: ["array"],
    compile(schema, _kind, context) {
      const itemSchema = itemsOf(schema);
      const check = itemSchema === undefined ? undefined : context.compileSchema(itemSchema);
      if (check === undefined) {
        return undefined;
      }
      const shortcut = context.shortcutOf(itemSchema as JsonSchema);
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
  },
};
