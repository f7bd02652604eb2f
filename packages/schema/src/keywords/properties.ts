import { getOwn, type JsonObject } from "@kiln/api";
import { addFaults, type Check, type Keyword } from "../check.ts";
import { type Fault, prefixFaults, type Segment } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import { checkKey } from "../ratchet.ts";
import { isInherited } from "./own-key.ts";

export const properties: Keyword = {
  name: "properties",
  kinds: ["object"],
  compile(schema, _kind, context) {
    const fields: Field[] = [];
    for (const [name, field] of schema.properties ?? new Map<string, JsonSchema>()) {
      const check = context.compileSchema(field);
      if (check !== undefined) {
        fields.push({ name, check, isInherited: isInherited(name), segment: { kind: "field", name } });
      }
    }
    return fields.length === 0 ? undefined : checkFields(fields);
  },
};

interface Field {
  readonly name: string;
  readonly check: Check;
  readonly isInherited: boolean;
  readonly segment: Segment;
}

function checkFields(fields: readonly Field[]): Check {
  return (value, old) => {
    const object = value as JsonObject;
    let faults: Fault[] | undefined;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i] as Field;
      const entry = field.isInherited ? getOwn(object, field.name) : object[field.name];
      if (entry !== undefined) {
        const found = old === undefined ? field.check(entry, undefined) : checkKey(field.check, old, field.name);
        if (found !== undefined) {
          prefixFaults(found, field.segment);
          faults = addFaults(faults, found);
        }
      }
    }
    return faults;
  };
}
