import type { JsonObject } from "@kiln/api";
import type { Keyword } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import { isInherited } from "./own-key.ts";

export const required: Keyword = {
  name: "required",
  kinds: ["object"],
  compile({ required: names }) {
    if (names === undefined || names.length === 0) {
      return undefined;
    }
    const hasInherited = names.some(isInherited);
    return (value) => {
      const object = value as JsonObject;
      let faults: Fault[] | undefined;
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string;
        if (hasInherited ? !Object.hasOwn(object, name) : object[name] === undefined) {
          faults ??= [];
          faults.push(requiredFault(name));
        }
      }
      return faults;
    };
  },
};

function requiredFault(name: string): Fault {
  const fault = createFault({ reason: "FieldValueRequired", detail: "" });
  fault.segments.push({ kind: "field", name });
  return fault;
}
