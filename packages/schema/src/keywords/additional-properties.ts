import type { JsonObject, JsonValue } from "@kiln/api";
import { addFaults, type Check } from "../check.ts";
import { createFault, type Fault, prefixFaults } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { checkKey } from "../ratchet.ts";
import { isSurelyFine, type Shortcut } from "../shortcut.ts";

export const additionalProperties: Keyword = {
  wire: "additionalProperties",
  name: "additionalProperties",
  encoding: "schemaOrFlag",
  goField: "AdditionalProperties",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
  values: {
    kinds: ["object"],
    compile(schema, _kind, context) {
      const named = schema.properties ?? new Map<string, JsonSchema>();
      const { additionalProperties: others } = schema;
      if (others === false) {
        return forbidOthers(named);
      }
      const check = typeof others === "object" ? context.compileSchema(others) : undefined;
      return check === undefined ? undefined : checkOthers(check, context.shortcutOf(others as JsonSchema), named);
    },
  },
};

function checkOthers(check: Check, shortcut: Shortcut, named: ReadonlyMap<string, JsonSchema>): Check {
  return (value, old) => {
    const object = value as JsonObject;
    let faults: Fault[] | undefined;
    for (const key in object) {
      const entry = object[key] as JsonValue;
      if (isSurelyFine(shortcut, entry) || (named.size > 0 && named.has(key))) {
        continue;
      }
      const found = old === undefined ? check(entry, undefined) : checkKey(check, old, key);
      if (found !== undefined) {
        prefixFaults(found, { kind: "key", key });
        faults = addFaults(faults, found);
      }
    }
    return faults;
  };
}

function forbidOthers(named: ReadonlyMap<string, JsonSchema>): Check {
  return (value) => {
    let faults: Fault[] | undefined;
    for (const key in value as JsonObject) {
      if (!named.has(key)) {
        faults ??= [];
        faults.push(forbiddenFault(key));
      }
    }
    return faults;
  };
}

/**
 * Kubernetes: the error's field is the object, its value is the key (apiserver/validation/validation.go
 * kubeOpenAPIResultToFieldErrors, v1.36).
 */
function forbiddenFault(key: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: key,
    detail: (path) => `${path}.${key} in body is a forbidden property`,
  });
}
