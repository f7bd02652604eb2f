import { quoteGo } from "../go/go-print.ts";
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "../value/json-value.ts";
import { JsonPatchError } from "./json-patch-error.ts";

/** Location of a value, which may not exist: the object or list that contains it, and its key there. */
export interface Place {
  readonly holder: JsonObject | JsonArray;
  readonly key: string;
}

/**
 * Kubernetes: text before the first slash is dropped, and a path without a slash finds nothing (json-patch.v4/patch.go
 * findObject, v1.36).
 */
export function findPlace(root: JsonValue, path: string): Place | undefined {
  const tokens = path.split("/");
  if (tokens.length < 2) {
    return undefined;
  }
  let holder: JsonValue | undefined = root;
  for (const token of tokens.slice(1, -1)) {
    holder = step(holder, unescapeToken(token));
  }
  const key = unescapeToken(tokens[tokens.length - 1] as string);
  return typeof holder === "object" && holder !== null ? { holder, key } : undefined;
}

function step(holder: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(holder)) {
    const index = findIndex(key, holder.length);
    return typeof index === "string" ? undefined : holder[index];
  }
  return isJsonObject(holder) ? getOwn(holder, key) : undefined;
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replace(/~[01]/g, (code) => (code === "~1" ? "/" : "~")) : token;
}

/**
 * Index of a list item; returns a string if there is no such item, the reason. Kubernetes: `+1` and `01` are 1, and
 * `-1` is the last of `length` (json-patch.v4/patch.go partialArray.get, v1.36).
 */
export function findIndex(key: string, length: number): number | string {
  const index = /^[+-]?[0-9]+$/.test(key) ? Number(key) : Number.NaN;
  if (!Number.isSafeInteger(index)) {
    const why = Number.isNaN(index) ? "invalid syntax" : "value out of range";
    return `strconv.Atoi: parsing ${quoteGo(key)}: ${why}`;
  }
  return index >= length || index < -length
    ? `Unable to access invalid index: ${index}: invalid index referenced`
    : index < 0
      ? index + length
      : index;
}

function indexIn(array: JsonArray, key: string): number {
  const index = findIndex(key, array.length);
  if (typeof index === "string") {
    throw new JsonPatchError(index);
  }
  return index;
}

export function read({ holder, key }: Place): JsonValue {
  const value = Array.isArray(holder) ? holder[indexIn(holder, key)] : getOwn(holder, key);
  return value ?? null;
}

/** Inserts a value into its object or list. */
export function insert({ holder, key }: Place, value: JsonValue): void {
  if (!Array.isArray(holder)) {
    setOwn(holder, key, value);
    return;
  }
  if (key === "-") {
    holder.push(value);
    return;
  }
  const index = findIndex(key, holder.length + 1);
  if (typeof index === "string") {
    const isIndex = !index.startsWith("strconv");
    throw new JsonPatchError(isIndex ? index : `value was not a proper array index: '${key}': ${index}`);
  }
  holder.splice(index, 0, value);
}

/** Removes a value from its object or list, and returns it. */
export function take({ holder, key }: Place): JsonValue {
  if (Array.isArray(holder)) {
    const index = indexIn(holder, key);
    return holder.splice(index, 1)[0] as JsonValue;
  }
  const value = getOwn(holder, key) ?? null;
  if (!Object.hasOwn(holder, key)) {
    throw new JsonPatchError(`Unable to remove nonexistent key: ${key}: missing value`);
  }
  delete holder[key];
  return value;
}

/** Number of list items that an insertion or removal moves. */
export function itemsBehind({ holder, key }: Place): number {
  const index = Array.isArray(holder) ? findIndex(key, holder.length) : 0;
  return Array.isArray(holder) && typeof index === "number" ? holder.length - index : 0;
}
