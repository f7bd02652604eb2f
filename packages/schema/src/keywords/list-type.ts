import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { compileIdentity, type ElementId, type IdentifyElement } from "../element-identity.ts";
import { createFault, type Fault } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { compileWalk, type Inspect } from "../walk-value.ts";
import { checkListType } from "./check-list-type.ts";

/** `x-kubernetes-list-type`, with the keys that {@link listMapKeys} names. */
export const listType: Keyword = {
  wire: "x-kubernetes-list-type",
  name: "listType",
  encoding: "textAsGiven",
  goField: "XListType",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
  objects: { compile: compileListTypes, isExcusedByOld: true, isForStatus: true },
  schemas: { each: checkListType },
};

/**
 * Compiles the uniqueness checks of `x-kubernetes-list-type`: members of sets, keys of list maps. Linear in the size of
 * the value. Undefined if the schema has no such list.
 */
export function compileListTypes(schema: JsonSchema): Inspect | undefined {
  return compileWalk(schema, inspectorFor);
}

function inspectorFor(schema: JsonSchema): Inspect | undefined {
  const identify = compileIdentity(schema);
  if (schema.listType === "set" && identify !== undefined) {
    return (value) => (Array.isArray(value) ? findDuplicates(value, identify, (item) => item) : undefined);
  }
  if (schema.listType === "map") {
    const keys = schema.listMapKeys ?? [];
    return (value) => (Array.isArray(value) ? inspectKeyedList(value, keys, identify) : undefined);
  }
  return undefined;
}

function inspectKeyedList(
  list: JsonArray,
  keys: readonly string[],
  identify: IdentifyElement | undefined,
): Fault[] | undefined {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong >= 0) {
    return [notObjectFault(list, wrong)];
  }
  return identify === undefined ? undefined : findDuplicates(list, identify, (item) => keysOf(item, keys));
}

/**
 * Kubernetes: a repeated value is reported once, at its second occurrence (schema/listtype/validation.go
 * validateListSet, v1.36).
 */
function findDuplicates(
  list: JsonArray,
  identify: IdentifyElement,
  shown: (item: JsonValue) => JsonValue,
): Fault[] | undefined {
  if (list.length < 2) {
    return undefined;
  }
  const seen = new Set<ElementId>();
  const reported = new Set<ElementId>();
  const faults: Fault[] = [];
  for (let i = 0; i < list.length; i++) {
    const item = list[i] as JsonValue;
    const id = identify(item);
    if (seen.has(id) && !reported.has(id)) {
      reported.add(id);
      faults.push(itemFault(i, { reason: "FieldValueDuplicate", value: shown(item), detail: "" }));
    }
    seen.add(id);
  }
  return faults.length === 0 ? undefined : faults;
}

/** Object with the keys of the item only. */
function keysOf(item: JsonValue, keys: readonly string[]): JsonObject {
  const shown: JsonObject = {};
  for (const key of keys) {
    const value = isJsonObject(item) ? getOwn(item, key) : undefined;
    if (value !== undefined) {
      setOwn(shown, key, value);
    }
  }
  return shown;
}

function notObjectFault(list: JsonArray, index: number): Fault {
  return itemFault(index, {
    reason: "FieldValueInvalid",
    value: list[index] as JsonValue,
    detail: "must be an object for an array of list-type map",
  });
}

function itemFault(index: number, fault: Omit<Fault, "segments">): Fault {
  const created = createFault(fault);
  created.segments.push({ kind: "index", index });
  return created;
}
