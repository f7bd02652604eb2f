import { createEncryptedStore, createJsonStore, type EncryptedStore } from "@kiln/kinds";
import type { Store, UnreadableListener } from "@kiln/store";
import { readEncryptionConfig } from "./encryption-config.ts";
import type { ServeOptions } from "./serve-options.ts";
import { isSharedStore, openBackend } from "./store-backends.ts";

type Options = Pick<ServeOptions, "store" | "dataDir" | "encryptionFile">;

/** Opens the store of the flags, with encryption. */
export async function openStore(options: Options, onUnreadable: UnreadableListener): Promise<Store> {
  const encrypt = await openEncryption(options, onUnreadable);
  const { store, isStale } = encrypt(await openBackend(options.store, { dataDir: options.dataDir, onUnreadable }));
  // Other programs that use the same data expect plain JSON.
  return isSharedStore(options.store) ? createJsonStore(store, { isStale, onUnreadable }) : store;
}

/** Encryption of stores: the ciphers of the encryption file, if there is one. */
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
