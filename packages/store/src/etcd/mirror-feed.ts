import { isStoreError } from "../store-error.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { type Following, follow } from "./follow.ts";
import type { KeySpace } from "./key-space.ts";
import { loadTree } from "./load-tree.ts";
import type { WatchEvent } from "./messages.ts";
import type { Mirror, MirrorChange } from "./mirror.ts";

export interface MirrorFeedOptions {
  readonly connection: EtcdConnection;
  readonly keys: KeySpace;
  readonly mirror: Mirror;
}

const firstPauseMs = 20;
const longestPauseMs = 1000;

/**
 * Keeps a mirror up to date with one watch over all keys, reopened at the revision where it ended. Loads all keys again
 * only if etcd compacted that revision meanwhile.
 */
export class MirrorFeed {
  readonly #options: MirrorFeedOptions;
  #following: Following | undefined;
  #isStopped = false;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;

  constructor(options: MirrorFeedOptions) {
    this.#options = options;
  }

  /**
   * Settles when the mirror is filled; the watch continues in the background until it is stopped. Throws StoreError.
   */
  async start(): Promise<void> {
    await this.#load();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    this.#following?.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#isStopped) {
      const before = this.#options.mirror.revision;
      try {
        await this.#followOnce();
      } catch (error) {
        // Not logged: reads and writes fail with the same error and report it to their callers.
        if (isStoreError(error, "compacted")) await this.#load().catch(() => undefined);
      }
      if (this.#options.mirror.revision > before) pauseMs = firstPauseMs;
      if (!this.#isStopped) await this.#pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  async #followOnce(): Promise<void> {
    const { connection, keys, mirror } = this.#options;
    const following = await follow(connection, {
      range: keys.all,
      after: mirror.revision,
      previous: false,
      onEvents: (events, revision) => mirror.apply(toChanges(events, keys), revision),
    });
    this.#following = following;
    if (this.#isStopped) following.stop();
    await following.ended;
  }

  async #load(): Promise<void> {
    const { connection, keys, mirror } = this.#options;
    const { tree, revision } = await loadTree(connection, keys);
    // An etcd that was restored to an older state must not reset the mirror; reads and writes report it.
    if (revision > mirror.revision) mirror.reset(tree, revision);
  }

  #pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Keys that are not the store's are left out. Values are copied: a message is larger than its parts. */
function toChanges(events: readonly WatchEvent[], keys: KeySpace): MirrorChange[] {
  const changes: MirrorChange[] = [];
  for (const { deleted, kv } of events) {
    const key = keys.fromEtcd(kv.key);
    if (key === undefined) continue;
    const change = { key, revision: kv.modRevision };
    changes.push(deleted ? change : { ...change, value: Buffer.from(kv.value) });
  }
  return changes;
}
