import type { Store, UnreadableListener } from "@kiln/store";
import { openStore as openServedStore } from "../serve/open-store.ts";

/** Data directory of a stopped `kiln serve`, or etcd endpoints with the prefix. */
export type StoreLocation =
  | { readonly dataDir: string }
  | { readonly etcdServers: readonly string[]; readonly etcdPrefix?: string };

export interface OpenStoreOptions {
  /** Called with unreadable records, which are left out of lists. */
  readonly onUnreadable?: UnreadableListener;
}

/** Opens the store that `kiln serve` would use there. The backend is loaded on demand. */
export function openStore(location: StoreLocation, { onUnreadable = () => {} }: OpenStoreOptions = {}): Promise<Store> {
  if ("dataDir" in location) {
    return openServedStore({ store: { kind: "lmdb" }, dataDir: location.dataDir }, onUnreadable);
  }
  const { etcdServers: servers, etcdPrefix: prefix } = location;
  const store = { kind: "etcd", servers, ...(prefix === undefined ? {} : { prefix }) } as const;
  return openServedStore({ store, dataDir: "" }, onUnreadable);
}
