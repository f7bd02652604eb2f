import type { Duplex } from "node:stream";
import type { FollowedStore } from "../lmdb/followed-store.ts";
import { encodeLogged, type JournalBatch } from "../lmdb/journal.ts";
import { readNumber } from "../lmdb/layout.ts";
import type { LogFollowers } from "../lmdb/write-log.ts";
import type { Revision } from "../store.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import { type Frame, type FrameChannel, openFrameChannel } from "./frames.ts";
import {
  decodeRequest,
  decodeWrite,
  encodeAnswer,
  encodePosition,
  encodeRefusal,
  frameKinds,
  type OwnerRequest,
} from "./messages.ts";
import { createSharedRevision } from "./shared-revision.ts";

/** Connections of a store's owner to the processes that follow its store. */
export interface FollowerHost {
  /** Serves the process that opened the other end with `openFollowerStore`, until the channel ends. */
  attach(socket: Duplex): void;
  /** Closes every channel; further processes cannot attach. */
  close(): void;
}

/** A follower with this many unread bytes counts as hung: its channel is closed, and its process ends. */
const mostUnsentBytes = 64 * 1024 * 1024;

interface Attached {
  readonly channel: FrameChannel;
  /** Revision before which the follower refuses reads, as it acknowledged. */
  compacted: Revision;
}

/** Lets other processes read the tables of a store and send it writes. To be closed before the store. */
export function hostFollowers(store: FollowedStore): FollowerHost {
  const { directory, log } = store;
  const attached = new Set<Attached>();
  const shared = createSharedRevision(directory);
  shared.publish(log.position.revision);
  const sendAll = (kind: number, payload: Buffer) => {
    for (const { channel } of attached) {
      if (channel.unsentBytes > mostUnsentBytes) channel.close();
      else channel.send(kind, payload);
    }
  };
  const followers: LogFollowers = {
    get sweepLimit() {
      let limit = Number.POSITIVE_INFINITY;
      for (const { compacted } of attached) limit = Math.min(limit, compacted);
      return limit;
    },
    written({ bytes, writes }: JournalBatch) {
      // Before any response: a reader in another process that learns of the write must find it.
      shared.publish(writes.at(-1)!.revision);
      sendAll(frameKinds.batch, bytes);
    },
    settled: () => sendAll(frameKinds.settled, encodePosition(log.position)),
  };
  log.follow(followers);
  return {
    attach(socket) {
      const position = log.position;
      const channel = openFrameChannel(socket, {
        onFrame: (frame) => receive(frame, self, store),
        onEnd() {
          attached.delete(self);
          log.drainSoon();
        },
      });
      const self: Attached = { channel, compacted: position.compacted };
      attached.add(self);
      const pending = [...log.pending];
      if (pending.length > 0) channel.send(frameKinds.batch, encodeLogged(pending));
      channel.send(frameKinds.position, encodePosition(position));
    },
    close() {
      for (const { channel } of [...attached]) channel.close();
      shared.close();
    },
  };
}

/** Handles a frame of a follower; changes `from`. */
function receive({ kind, payload }: Frame, from: Attached, store: FollowedStore): void {
  if (kind === frameKinds.write) {
    const { number, request } = decodeWrite(payload);
    answer(from.channel, number, store.submit(request));
  } else if (kind === frameKinds.acknowledge) {
    from.compacted = readNumber(payload);
    store.log.drainSoon();
  } else if (kind === frameKinds.request) {
    const { number, name, revision } = decodeRequest(payload);
    answer(from.channel, number, ask(store, name, revision));
  }
}

async function ask(store: FollowedStore, name: OwnerRequest, revision: Revision): Promise<Revision> {
  await (name === "compact" ? store.compact(revision) : store.checkHealth());
  return revision;
}

function answer(channel: FrameChannel, number: number, outcome: Promise<Revision>): void {
  outcome.then(
    (revision) => channel.send(frameKinds.answer, encodeAnswer(number, revision)),
    (error: unknown) => channel.send(frameKinds.refusal, encodeRefusal(number, toStoreError(error))),
  );
}

function toStoreError(error: unknown): StoreError {
  return isStoreError(error) ? error : new StoreError("unavailable", String(error));
}
