import {
  asText,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printGoJson,
  printGoJsonString,
  printGoRawJson,
} from "@kiln/api";
import { withoutNulls } from "./merge-patch.ts";

/**
 * JSON of a built-in object after a merge patch. Kubernetes: objects that the patch opens have sorted keys, all others
 * stay as they were encoded (json-patch.v4/merge.go mergeDocs, v1.36).
 */
export function showMerged(object: JsonObject, patch: JsonObject): string {
  const members: [key: string, text: string][] = Object.keys(object)
    .filter((key) => !Object.hasOwn(patch, key))
    .map((key) => [key, printGoRawJson(getOwn(object, key) as JsonValue)]);
  for (const [key, value] of Object.entries(patch)) {
    if (value !== null) {
      members.push([key, showMember(getOwn(object, key), value)]);
    }
  }
  return printMembers(members);
}

function showMember(current: JsonValue | undefined, value: JsonValue): string {
  if (!isJsonObject(current)) {
    return printGoJson(withoutNulls(value));
  }
  return isJsonObject(value) ? showMerged(current, value) : printGoRawJson(value);
}

function printMembers(members: readonly (readonly [key: string, text: string])[]): string {
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, text]) => `${printGoJsonString(key)}:${text}`).join(",")}}`;
}

/**
 * JSON of a built-in object after a JSON patch. Kubernetes: objects on the way to a changed location have sorted keys
 * (json-patch.v4/patch.go findObject, v1.36).
 */
export function showPatched(patched: JsonValue, operations: readonly JsonValue[]): string {
  const opened = new Set([""]);
  for (const operation of operations) {
    for (const name of ["path", "from"]) {
      const path = isJsonObject(operation) ? asText(operation[name]) : "";
      for (let parent = parentOf(path); !opened.has(parent); parent = parentOf(parent)) {
        opened.add(parent);
      }
    }
  }
  return show(patched, "", opened);
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

function show(value: JsonValue, pointer: string, opened: ReadonlySet<string>): string {
  if (!opened.has(pointer)) {
    return printGoRawJson(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => show(item, `${pointer}/${index}`, opened)).join(",")}]`;
  }
  if (!isJsonObject(value)) {
    return printGoRawJson(value);
  }
  return printMembers(
    Object.keys(value).map((key) => {
      const part = key.replaceAll("~", "~0").replaceAll("/", "~1");
      return [key, show(getOwn(value, key) as JsonValue, `${pointer}/${part}`, opened)] as const;
    }),
  );
}
