import { checkKey } from "../key-order.ts";
import { StoreError } from "../store-error.ts";
import type { RangeRequest } from "./messages.ts";

/** Prefix of every key of the store; the prefix option replaces it. */
const storeRoot = "/registry/";

const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Key names in etcd that differ from the store's, after the prefix. Both functions keep the order of keys within a
 * kind.
 */
export interface KeyLayout {
  /** Prefix that has keys in etcd if this layout is in use: `namespaces/`. */
  readonly sign: string;
  toStored(key: string): string;
  /** Key in etcd's layout as a key of the store; undefined if it is not an object of the store. */
  fromStored(key: string): string | undefined;
}

/**
 * Mapping of the store's keys to keys in etcd: `/registry/pods/a` is stored at `<prefix>/pods/a`, in the same order.
 */
export interface KeySpace {
  /** Everything the store has in etcd, as bounds of a range. */
  readonly all: { readonly key: Uint8Array; readonly rangeEnd: Uint8Array };
  /**
   * A key within the watched range that is not a key of the store. Writing it creates a revision that the watch must
   * deliver, which shows how far the watch is. No API group can have this name.
   */
  readonly marker: Uint8Array;
  /** Uses the key names of `layout` from now on. Must be called before any other function. */
  adopt(layout: KeyLayout): void;
  /** Keys of different kinds come in another order from etcd than in the store. */
  readonly isReordered: boolean;
  /** Range that shows whether etcd has keys with this prefix. */
  below(start: string): { readonly key: Uint8Array; readonly rangeEnd: Uint8Array };
  /** Throws `invalid-key`. */
  toEtcd(key: string): Uint8Array;
  /** Key of the store for a key in etcd; undefined for other keys: the format marker, and keys that are not UTF-8. */
  fromEtcd(key: Uint8Array): string | undefined;
  /** The bounds of a range of the store from its first key on; undefined if nothing can be in it. */
  rangeOf(prefix: string, firstKey: string): Pick<RangeRequest, "key" | "rangeEnd"> | undefined;
}

/** The prefix is kube-apiserver's --etcd-prefix: with or without slashes at its ends. */
export function createKeySpace(prefix: string): KeySpace {
  const root = `/${prefix.replace(/^\/+|\/+$/g, "")}/`.replace("//", "/");
  const rootBytes = utf8.encode(root);
  const markerName = "~kiln/marker";
  let layout: KeyLayout | undefined;
  const move = (key: string) => {
    const rest = key.slice(storeRoot.length);
    return utf8.encode(root + (layout === undefined ? rest : layout.toStored(rest)));
  };
  return {
    adopt(adopted) {
      layout = adopted;
    },
    get isReordered() {
      return layout !== undefined;
    },
    below(start) {
      const key = utf8.encode(root + start);
      return { key, rangeEnd: afterPrefix(key) };
    },
    all: { key: rootBytes, rangeEnd: afterPrefix(rootBytes) },
    marker: utf8.encode(root + markerName),
    toEtcd(key) {
      checkKey(key);
      if (key.startsWith(storeRoot) && key.length > storeRoot.length && key !== storeRoot + markerName)
        return move(key);
      throw new StoreError("invalid-key", `The key ${JSON.stringify(key)} does not begin with ${storeRoot}.`);
    },
    fromEtcd(key) {
      const rest = decodeStrict(key.subarray(rootBytes.length));
      if (rest === undefined || rest === "" || rest === markerName) return undefined;
      const own = layout === undefined ? rest : layout.fromStored(rest);
      return own === undefined ? undefined : storeRoot + own;
    },
    rangeOf(wanted, firstKey) {
      const isInside = wanted.startsWith(storeRoot);
      if (!isInside && !storeRoot.startsWith(wanted)) return undefined;
      const end = isInside ? afterPrefix(move(wanted)) : afterPrefix(rootBytes);
      const start = firstKey.startsWith(storeRoot) ? move(firstKey) : rootBytes;
      return Buffer.compare(start, end) < 0 ? { key: start, rangeEnd: end } : undefined;
    },
  };
}

/** The first key after all that begin so. A byte of UTF-8 is never the highest, so adding one is enough. */
function afterPrefix(prefix: Uint8Array): Uint8Array {
  const end = prefix.slice();
  end[end.length - 1]! += 1;
  return end;
}

function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    const key = strictUtf8.decode(bytes);
    return key.includes("\0") ? undefined : key;
  } catch {
    return undefined;
  }
}
