import type { JsonObject } from "@kiln/api";
import type { KindServices, Resource } from "@kiln/kinds";
import type { Revision } from "@kiln/store";

export interface QueuedWrite {
  readonly key: string;
  readonly value: Uint8Array;
  /** Decoded object of the stored value. */
  readonly object: JsonObject;
  readonly committed: Promise<Revision>;
}

/**
 * Runs a kind's work after a write: in the same turn if the store shows queued writes, so that both are in one commit;
 * on etcd once the write is committed.
 */
export async function followWrite(services: KindServices, resource: Resource, write: QueuedWrite): Promise<Revision> {
  const { key, value, object, committed } = write;
  const { afterWrite } = resource.strategy;
  if (afterWrite === undefined) {
    return committed;
  }
  if (isQueued(services, key, value)) {
    afterWrite(services, key, object);
    return committed;
  }
  const revision = await committed;
  afterWrite(services, key);
  return revision;
}

function isQueued({ store }: KindServices, key: string, value: Uint8Array): boolean {
  try {
    return store.peek(key)?.value === value;
  } catch {
    // A stored value that cannot be decoded counts as changed.
    return false;
  }
}
