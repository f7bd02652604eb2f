import { deepCopy, getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Applies a JSON merge patch (RFC 7386). Returns a new value. */
export function applyMergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) {
    return deepCopy(patch);
  }
  const merged: JsonObject = isJsonObject(target) ? deepCopy(target) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[key];
    } else {
      setOwn(merged, key, applyMergePatch(getOwn(merged, key), value));
    }
  }
  return merged;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: JsonValue;
}

/**
 * Applies a JSON patch, the part of RFC 6902 that the recordings use. Returns a new value; undefined if the patch does
 * not apply.
 */
export function applyJsonPatch(target: JsonValue, patch: JsonValue): JsonValue | undefined {
  const result = deepCopy(target);
  for (const operation of patch as unknown as readonly Operation[]) {
    const keys = operation.path.split("/").slice(1).map(unescapeKey);
    const last = keys.pop() as string;
    const parent = keys.reduce<JsonValue | undefined>(childOf, result);
    if (!applyOperation(parent, last, operation)) {
      return undefined;
    }
  }
  return result;
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    return value[Number(key)];
  }
  return isJsonObject(value) ? getOwn(value, key) : undefined;
}

/** Applies an operation to `parent`; returns false if it does not apply. */
function applyOperation(parent: JsonValue | undefined, key: string, { op, value = null }: Operation): boolean {
  if (Array.isArray(parent)) {
    return applyToList(parent, key, { op, value });
  }
  if (!isJsonObject(parent) || (op !== "add" && !Object.hasOwn(parent, key))) {
    return false;
  }
  if (op === "remove") {
    delete parent[key];
  } else if (op === "add" || op === "replace") {
    setOwn(parent, key, value);
  }
  return op !== "test" || JSON.stringify(parent[key]) === JSON.stringify(value);
}

function applyToList(
  list: JsonArray,
  key: string,
  change: { readonly op: string; readonly value: JsonValue },
): boolean {
  const index = key === "-" ? list.length : Number(key);
  if (change.op === "add") {
    list.splice(index, 0, change.value);
  } else if (change.op === "remove") {
    list.splice(index, 1);
  } else if (change.op === "replace") {
    list[index] = change.value;
  }
  return true;
}
