import type { JsonObject } from "@kiln/api";
import type { Store } from "@kiln/store";
import { decodeStoredJson } from "./stored-json.ts";
import { openStoredValue } from "./stored-value.ts";

/** Decodes the stored object, a queued write included, to a tree that the caller owns. */
export function peekObject({ store }: { readonly store: Store }, key: string): JsonObject | undefined {
  const entry = store.peek(key);
  return entry === undefined ? undefined : decodeStoredJson(openStoredValue(entry.value).body);
}
