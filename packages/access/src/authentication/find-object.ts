import { isJsonObject, type JsonObject, parseTime } from "@kiln/api";
import { decodeStoredJson, openStoredValue, readHead } from "@kiln/kinds";
import type { Store } from "@kiln/store";

/** Kinds of objects that a token may be bound to. */
export type BoundKind = "serviceaccounts" | "secrets" | "pods" | "nodes";

export interface FoundObject {
  readonly uid: string;
  /** Deletion timestamp of an object that is being deleted. */
  readonly deletedMs?: number;
  readonly read: () => JsonObject;
}

/** Stored object of the core group; undefined if it does not exist. `namespace` is empty for nodes. */
export function findObject(
  store: Pick<Store, "peek">,
  kind: BoundKind,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): FoundObject | undefined {
  // A name with a slash would make the key of another object.
  if (name === "" || name.includes("/") || namespace.includes("/")) {
    return undefined;
  }
  const entry = store.peek(`/registry/core/${kind}/${namespace === "" ? name : `${namespace}/${name}`}`);
  if (entry === undefined) {
    return undefined;
  }
  const read = () => decodeStoredJson(openStoredValue(entry.value).body);
  const head = readHead(entry.value);
  return { uid: head?.uid ?? "", ...(head?.deleting === true ? { deletedMs: deletionOf(read()) } : {}), read };
}

function deletionOf(object: JsonObject): number {
  const { deletionTimestamp } = isJsonObject(object.metadata) ? object.metadata : {};
  return typeof deletionTimestamp === "string" ? (parseTime(deletionTimestamp).value?.getTime() ?? 0) : 0;
}
