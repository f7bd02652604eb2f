import { isJsonObject, type JsonObject } from "@kiln/api";
import type { Store, UnreadableListener } from "@kiln/store";
import { createMappedStore } from "@kiln/store";
import { isEnvelope } from "../protobuf/envelope.ts";
import { createProtobuf, type Protobuf } from "../protobuf/protobuf.ts";
import { headOfMetadata } from "../resource/head-of.ts";
import { decodeStoredJson } from "../stored/stored-json.ts";
import { NO_STAMP, openStoredValue, STALE_STAMP, sealObject } from "../stored/stored-value.ts";

/**
 * Maximum number of own writes whose encoding is kept until their commit event; further ones are decoded like those of
 * another program.
 */
const MAX_REMEMBERED = 10_000;

export interface JsonStoreOptions {
  /** Whether stored bytes should be written again, although they can be decoded. */
  readonly isStale?: (json: Uint8Array) => boolean;
  readonly onUnreadable?: UnreadableListener | undefined;
}

/**
 * Store whose values are plain JSON for other programs, as users of Kubernetes expect in etcd, and have a record head
 * for the server. Own writes keep their encoding; values of other programs are encoded once, on arrival, under a stamp
 * that marks them as unverified.
 */
export function createJsonStore(plain: Store, options: JsonStoreOptions = {}): Store {
  const { isStale = () => false, onUnreadable } = options;
  const protobuf = createProtobuf();
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
      return sealForeign(json, isStale(json) ? STALE_STAMP : NO_STAMP, protobuf);
    },
  });
}

function isSameJson(sealed: Uint8Array, json: Uint8Array): boolean {
  const { body } = openStoredValue(sealed);
  return body.byteLength === json.byteLength && body.every((byte, i) => byte === json[i]);
}

/**
 * Encodes the value of another program. Throws for bytes that are neither a JSON object nor a message of a known kind.
 */
function sealForeign(bytes: Uint8Array, stamp: string, protobuf: Protobuf): Uint8Array {
  const object = isEnvelope(bytes) ? decodeMessage(bytes, protobuf) : decodeStoredJson(bytes);
  const head = headOfMetadata(isJsonObject(object.metadata) ? object.metadata : {});
  return sealObject(object, head, stamp).value;
}

/** Decodes a built-in object in kube-apiserver's protobuf. Throws for a kind or version without a message here. */
function decodeMessage(bytes: Uint8Array, protobuf: Protobuf): JsonObject {
  const message = protobuf.open(bytes, { apiVersion: "", kind: "" });
  if (!protobuf.has(message.type)) {
    const { kind, apiVersion } = message.type;
    throw new Error(`no message is known for kind ${kind} of ${apiVersion}`);
  }
  return message.read();
}
