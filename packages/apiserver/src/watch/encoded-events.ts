import type { Head } from "@kiln/kinds";
import type { EventBatch, StoreEvent } from "@kiln/store";

/** Encoded lines of a batch, and the index of the next event. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Cached metadata before and after an event, decoded on first use. */
export interface EventHeads {
  head?: Head;
  previous?: Head;
}

/**
 * Encoded events of a resource, shared by all watchers. The store passes the same batches and events to all, and an
 * encoding lives exactly as long as its event.
 */
export interface EncodedEvents {
  /** Chunks encoded so far for watchers with the same key; a watcher that needs a further chunk appends it. */
  piecesOf(batch: EventBatch, key: string): Piece[];
  /** Single encoded line; `make` encodes it on first use. */
  lineOf(event: StoreEvent, key: string, make: () => Uint8Array): Uint8Array;
  /** A batch converted by webhook at the request of the first watcher that needs it; failures are not cached. */
  convertedOf(batch: EventBatch, key: string, convert: () => Promise<EventBatch>): Promise<EventBatch>;
  /** Cached metadata of an event; the first caller that decodes it stores it there. */
  headsOf(event: StoreEvent): EventHeads;
}

export function createEncodedEvents(): EncodedEvents {
  const pieces = new WeakMap<EventBatch, Map<string, Piece[]>>();
  const lines = new WeakMap<StoreEvent, Map<string, Uint8Array>>();
  const heads = new WeakMap<StoreEvent, EventHeads>();
  const converted = new WeakMap<EventBatch, Map<string, Promise<EventBatch>>>();
  return {
    convertedOf(batch, key, convert) {
      const known = mapOf(converted, batch);
      const found = getOrMake(known, key, convert);
      found.catch(() => known.delete(key));
      return found;
    },
    piecesOf: (batch, key) => getOrMake(mapOf(pieces, batch), key, () => []),
    lineOf: (event, key, make) => getOrMake(mapOf(lines, event), key, make),
    headsOf(event) {
      const known = heads.get(event) ?? {};
      heads.set(event, known);
      return known;
    },
  };
}

/** Map of the owner, created if missing. */
function mapOf<K extends object, V>(maps: WeakMap<K, Map<string, V>>, owner: K): Map<string, V> {
  const known = maps.get(owner);
  if (known !== undefined) {
    return known;
  }
  const made = new Map<string, V>();
  maps.set(owner, made);
  return made;
}

/** Value of the key, created by `make` if missing. */
function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = make();
  map.set(key, made);
  return made;
}
