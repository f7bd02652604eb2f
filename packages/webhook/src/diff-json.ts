import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { JsonPatchOperation } from "./review-handler.ts";

/** JSON patch from `before` to `after`. Lists that differ are replaced as a whole. */
export function diffJson(before: JsonObject, after: JsonObject): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  diffInto(operations, { before, after, path: "" });
  return operations;
}

interface Place {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly path: string;
}

/** Appends the operations for a subtree. */
function diffInto(operations: JsonPatchOperation[], { before, after, path }: Place): void {
  for (const key of Object.keys(before)) {
    if (getOwn(after, key) === undefined) {
      operations.push({ op: "remove", path: pointer(path, key) });
    }
  }
  for (const [key, value] of Object.entries(after)) {
    const old: JsonValue | undefined = getOwn(before, key);
    const at = pointer(path, key);
    if (old === undefined) {
      operations.push({ op: "add", path: at, value });
    } else if (isJsonObject(old) && isJsonObject(value)) {
      diffInto(operations, { before: old, after: value, path: at });
    } else if (!deepEqual(old, value)) {
      operations.push({ op: "replace", path: at, value });
    }
  }
}

function pointer(path: string, key: string): string {
  return `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
