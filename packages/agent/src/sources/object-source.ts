import type { KubeObject } from "@kiln/api";
import { type Client, ConnectionError } from "@kiln/client";
import type { ImmutableStep } from "../agent-options.ts";
import { type ObjectRef, RESOURCES } from "../references/object-ref.ts";
import { type Feed, isImmutable, isNotFound, SourceError, toSourceError } from "./feed.ts";

export interface Reading {
  readonly object: KubeObject;
  /** Time this state was first seen, on the clock's monotonic scale. */
  readonly seenMs: number;
  /** Whether the object cannot change for this Pod. */
  readonly isFinal: boolean;
}

/** One object, shared by the Pods that reference it. */
export interface ObjectSource {
  readonly feed: Feed;
  addPod(podUid: string): void;
  removePod(podUid: string): void;
  /** Object for a Pod. Rejects with a {@link SourceError}. */
  read(podUid: string): Promise<Reading>;
}

export interface ObjectSourceOptions {
  readonly feed: Feed;
  readonly client: Client;
  readonly ref: ObjectRef;
  readonly step: ImmutableStep;
  /** Called when an immutable object was replaced by another of the same name. These Pods keep the old content. */
  onReplaced(old: KubeObject, podUids: readonly string[]): void;
}

/**
 * A Pod that has read an immutable object gets the same content for its lifetime, even if the object is replaced. In
 * step `iii` a new Pod checks once whether the object is still the known one.
 */
export function createObjectSource({ feed, client, ref, step, onReplaced }: ObjectSourceOptions): ObjectSource {
  const pinned = new Map<string, Reading>();
  const unchecked = new Set<string>();

  const check = async (podUid: string): Promise<void> => {
    const known = feed.object;
    const found = await readAnew(client, ref);
    if (known !== undefined && feed.object === known && found?.metadata.uid !== known.metadata.uid) {
      feed.replace(found);
      const keeping = [...pinned].filter(([, { object }]) => object.metadata.uid === known.metadata.uid);
      onReplaced(
        known,
        keeping.map(([uid]) => uid),
      );
    }
    unchecked.delete(podUid);
  };

  return {
    feed,
    addPod(podUid) {
      if (step === "iii" && isImmutable(feed.object, step)) {
        unchecked.add(podUid);
      }
      feed.invalidate();
    },
    removePod(podUid) {
      pinned.delete(podUid);
      unchecked.delete(podUid);
    },
    async read(podUid) {
      const own = pinned.get(podUid);
      if (own !== undefined) {
        return own;
      }
      if (unchecked.has(podUid)) {
        await check(podUid);
      }
      const object = await feed.read();
      const isFinal = isImmutable(object, step);
      const reading = { object, seenMs: feed.seenMs, isFinal };
      if (isFinal) {
        pinned.set(podUid, reading);
      }
      return reading;
    },
  };
}

/** Reads the stored object from the server, bypassing caches. */
async function readAnew(client: Client, ref: ObjectRef): Promise<KubeObject | undefined> {
  try {
    return await client.get(RESOURCES[ref.kind], { namespace: ref.namespace, name: ref.name });
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    if (error instanceof ConnectionError) {
      throw new SourceError(error.message, { cause: error, isPassing: true });
    }
    throw toSourceError(error);
  }
}
