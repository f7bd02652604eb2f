import { isJsonObject } from "@kiln/api";
import { decodeStoredJson, headOfMetadata, NO_STAMP, openStoredValue, STALE_STAMP, sealObject } from "@kiln/kinds";
import type { Store, UnreadableListener } from "@kiln/store";
import { createMappedStore } from "./mapped-store.ts";

/** So many own writes are remembered until they come back; those that take longer are read as if a stranger wrote them. */
const MAX_REMEMBERED = 10_000;

export interface JsonStoreOptions {
  /** Whether bytes that were read should be written anew, although they say the right thing. */
  readonly isStale?: (json: Uint8Array) => boolean;
  readonly onUnreadable?: UnreadableListener | undefined;
}

/**
 * A store whose values are plain JSON for other programs, as users of Kubernetes expect them in etcd, and sealed for
 * the server: what this process wrote comes back as it was sealed, and what others wrote is sealed when it arrives,
 * once, under a stamp that marks it as unverified.
 */
export function createJsonStore(plain: Store, options: JsonStoreOptions = {}): Store {
  const { isStale = () => false, onUnreadable } = options;
  const expected = new Map<string, Uint8Array>();
  const expect = (key: string, sealed: Uint8Array): void => {
    expected.delete(key);
    expected.set(key, sealed);
    const oldest = expected.keys().next().value;
    if (expected.size > MAX_REMEMBERED && oldest !== undefined) {
      expected.delete(oldest);
    }
  };
  return createMappedStore(plain, {
    onUnreadable,
    seal(key, sealed) {
      expect(key, sealed);
      return openStoredValue(sealed).body;
    },
    open(key, json) {
      const own = expected.get(key);
      if (own !== undefined && isSameJson(own, json)) {
        return own;
      }
      return sealForeign(json, isStale(json) ? STALE_STAMP : NO_STAMP);
    },
  });
}

function isSameJson(sealed: Uint8Array, json: Uint8Array): boolean {
  const { body } = openStoredValue(sealed);
  return body.byteLength === json.byteLength && body.every((byte, i) => byte === json[i]);
}

/** Throws for what is not a JSON object. */
function sealForeign(json: Uint8Array, stamp: string): Uint8Array {
  const object = decodeStoredJson(json);
  const head = headOfMetadata(isJsonObject(object.metadata) ? object.metadata : {});
  return sealObject(object, head, stamp).value;
}
