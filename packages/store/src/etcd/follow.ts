import { StoreError } from "../store-error.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { watchPath } from "./etcd-rpc.ts";
import type { GrpcStream } from "./grpc-session.ts";
import { decodeWatchResponse, encodeWatchCreateRequest, type WatchEvent } from "./messages.ts";

export interface FollowOptions {
  readonly range: { readonly key: Uint8Array; readonly rangeEnd: Uint8Array };
  /** Revision after which events are delivered; earlier ones may come first and are skipped. */
  readonly after: number;
  /** Whether each event carries the previous value. */
  readonly previous: boolean;
  /** Called with all events up to `revision` that were not delivered before. */
  readonly onEvents: (events: readonly WatchEvent[], revision: number) => void;
}

/** A watch under way. `ended` settles when it is over: resolves when stopped, rejects when it failed. */
export interface Following {
  readonly ended: Promise<void>;
  stop(): void;
}

/**
 * Watches a range of etcd until it fails or is stopped. `ended` rejects with `compacted` if etcd no longer has the
 * following revisions; after any other failure the watch can be opened again.
 *
 * It starts one revision before the first one to deliver: etcd accepts a start at the revision it was compacted to but
 * may have dropped deletes made there, and refuses an earlier start.
 */
export async function follow(connection: EtcdConnection, options: FollowOptions): Promise<Following> {
  const { promise: ended, resolve, reject } = createOutcome();
  let stream: GrpcStream | undefined;
  const fail = (error: unknown) => {
    reject(error);
    stream?.close();
  };
  stream = await connection.stream(watchPath, {
    onMessage: (message) => {
      const response = decodeWatchResponse(message);
      if (response.compactRevision > 0) fail(compactedAway(options.after));
      else if (response.canceled) fail(canceled(response.cancelReason));
      // A response may come with a later revision than its last event has, and with more events to follow.
      else if (response.events.length > 0) options.onEvents(response.events, response.events.at(-1)!.kv.modRevision);
      else if (!response.created) options.onEvents([], response.revision);
    },
    onEnd: (error) => {
      reject(new StoreError("unavailable", `The watch of etcd ended: ${error.message}.`, { cause: error }));
    },
  });
  const { range, after, previous } = options;
  stream.send(encodeWatchCreateRequest({ ...range, startRevision: Math.max(1, after), previous }));
  const stop = () => {
    resolve();
    stream.close();
  };
  return { ended, stop };
}

function createOutcome() {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // Callers that await `ended` see the failure; without one it must not become an unhandled rejection.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

function compactedAway(after: number): StoreError {
  return new StoreError("compacted", `etcd no longer keeps the events after revision ${after}.`);
}

function canceled(reason: string): StoreError {
  return /permission|auth/i.test(reason)
    ? new StoreError("no-access", `etcd refuses the watch: ${reason}. Check the role's rights to the prefix.`)
    : new StoreError("unavailable", `etcd ended the watch: ${reason}.`);
}
