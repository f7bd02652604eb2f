import { type Clock, type KubeObject, StatusError } from "@kiln/api";
import { type Client, type Informer, startInformer, wait } from "@kiln/client";
import { SNAPSHOT_GROUP } from "../rules/judge.ts";
import { findVersion } from "../snapshot-types.ts";

export interface FollowClassesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  /** Called when classes cannot be read; the read is repeated. */
  readonly onError: (error: unknown) => void;
}

/** All VolumeSnapshotClasses in the served version, which may change while the webhook runs. */
export interface FollowedClasses {
  /** Classes as last read, which may be a while ago. */
  list(): Iterable<KubeObject>;
  /** Whether the classes were read at least once. */
  readonly hasSynced: boolean;
  stop(): void;
}

const RETRY_MS = 2000;

export function followClasses(options: FollowClassesOptions): FollowedClasses {
  const { client, clock, onError } = options;
  const stopped = new AbortController();
  let current: Pick<Informer, "list" | "hasSynced"> = { list: () => [], hasSynced: false };

  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        const version = await findVersion(client, stopped.signal);
        if (version !== undefined) {
          await followVersion({ ...options, version, signal: stopped.signal }, (informer) => {
            current = informer;
          });
        }
      } catch (error) {
        if (!stopped.signal.aborted) {
          onError(error);
        }
      }
      await wait(clock, RETRY_MS, stopped.signal);
    }
  };
  void follow();
  return {
    list: () => current.list(),
    get hasSynced() {
      return current.hasSynced;
    },
    stop: () => stopped.abort(),
  };
}

/** Follows the classes of a version until it is no longer served. The earlier state is used until this one was read. */
async function followVersion(
  options: FollowClassesOptions & { readonly version: string; readonly signal: AbortSignal },
  onSynced: (informer: Informer) => void,
): Promise<void> {
  const { version, signal, onError } = options;
  const gone = new AbortController();
  const informer = startInformer({
    ...options,
    type: { group: SNAPSHOT_GROUP, version, plural: "volumesnapshotclasses", isNamespaced: false },
    onError: (error) => {
      onError(error);
      if (error instanceof StatusError && error.status.code === 404) {
        gone.abort();
      }
    },
  });
  void informer.synced.then(
    () => onSynced(informer),
    // The follower was stopped before the first read.
    () => {},
  );
  await new Promise<void>((resolve) => {
    for (const ended of [signal, gone.signal]) {
      ended.addEventListener("abort", () => resolve(), { once: true });
    }
  });
  informer.stop();
}
