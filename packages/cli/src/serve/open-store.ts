import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createEncryptedStore,
  createJsonStore,
  createKubernetesKeys,
  type EncryptedStore,
  isReadableValue,
} from "@kiln/kinds";
import type { Store, UnreadableListener } from "@kiln/store";
import { readEncryptionConfig } from "./encryption-config.ts";
import { loadLmdb } from "./load-lmdb.ts";
import type { EtcdOptions, ServeOptions } from "./serve-options.ts";

type Options = Pick<ServeOptions, "store" | "dataDir" | "encryptionFile">;

/** The store of the flags, with encryption. */
export async function openStore(options: Options, onUnreadable: UnreadableListener): Promise<Store> {
  const encrypt = await openEncryption(options, onUnreadable);
  const { store, isStale } = encrypt(await openBackend(options, onUnreadable));
  // Other programs use etcd too, and expect JSON there.
  return options.store.kind === "etcd" ? createJsonStore(store, { isStale, onUnreadable }) : store;
}

/** The encryption of every store of these flags: the ciphers of the encryption file, if there is one. */
export async function openEncryption(
  { encryptionFile }: Pick<Options, "encryptionFile">,
  onUnreadable: UnreadableListener,
): Promise<(plain: Store) => EncryptedStore> {
  const findCipher = encryptionFile === undefined ? undefined : await readEncryptionConfig(encryptionFile);
  return (plain) =>
    findCipher === undefined
      ? { store: plain, isStale: () => false }
      : createEncryptedStore(plain, findCipher, onUnreadable);
}

/** Imports only the backend that is requested: the others cost start-up time and memory. */
async function openBackend(options: Options, onUnreadable: UnreadableListener): Promise<Store> {
  switch (options.store.kind) {
    case "memory": {
      const { MemoryStore } = await import("@kiln/store/memory");
      return new MemoryStore();
    }
    case "lmdb": {
      const { openLmdbStore } = await loadLmdb();
      return openLmdbStore({ directory: join(options.dataDir, "data"), isReadable: isReadableValue, onUnreadable });
    }
    case "etcd": {
      const { openEtcdStore } = await import("@kiln/store/etcd");
      const { servers, prefix } = options.store;
      const tls = readTls(options.store);
      return openEtcdStore({
        endpoints: servers,
        foreignLayout: createKubernetesKeys(),
        ...(prefix === undefined ? {} : { prefix }),
        ...(tls === undefined ? {} : { tls }),
      });
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
