import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createJsonStore } from "@kiln/apiserver";
import type { Store } from "@kiln/store";
import type { EtcdOptions, ServeOptions } from "./serve-options.ts";

/** Imports only the backend that is asked for: the others cost start-up time and memory. */
export async function openStore(options: ServeOptions): Promise<Store> {
  switch (options.store.kind) {
    case "memory": {
      const { MemoryStore } = await import("@kiln/store/memory");
      return new MemoryStore();
    }
    case "lmdb": {
      const { openLmdbStore } = await import("@kiln/store/lmdb");
      return openLmdbStore({ directory: join(options.dataDir, "data") });
    }
    case "etcd": {
      const { openEtcdStore } = await import("@kiln/store/etcd");
      const { servers, prefix } = options.store;
      const tls = readTls(options.store);
      const store = await openEtcdStore({
        endpoints: servers,
        ...(prefix === undefined ? {} : { prefix }),
        ...(tls === undefined ? {} : { tls }),
      });
      // Other programs read etcd too, and expect JSON there.
      return createJsonStore(store);
    }
  }
}

function readTls({ caFile, certFile, keyFile }: EtcdOptions): Record<"ca" | "cert" | "key", string> | undefined {
  const files = Object.entries({ ca: caFile, cert: certFile, key: keyFile }).filter(([, file]) => file !== undefined);
  return files.length === 0
    ? undefined
    : (Object.fromEntries(files.map(([name, file]) => [name, readFileSync(String(file), "utf8")])) as Record<
        "ca" | "cert" | "key",
        string
      >);
}
