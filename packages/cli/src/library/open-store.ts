import type { Store, UnreadableListener } from "@kiln/store";
import { openStore as openServedStore } from "../serve/open-store.ts";

/** The data directory of a `kiln serve` that is not running, or etcd servers with their keys' beginning. */
export type StoreLocation =
  | { readonly dataDir: string }
  | { readonly etcdServers: readonly string[]; readonly etcdPrefix?: string };

export interface OpenStoreOptions {
  /** Told of records that cannot be read; they are left out of lists. */
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
