import type { Revision } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { storeClosed } from "../watch-hub.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import type { MirrorFeedOptions } from "./mirror-feed.ts";
import { shareQuestion } from "./share-question.ts";

/** Waits until the mirror, which lags behind etcd by a few milliseconds, has reached the revision that a read needs. */
export interface MirrorSync {
  /** The newest revision of the whole cluster. One request serves all callers that wait for the next one. */
  askRevision(): Promise<Revision>;
  /** Creates a revision that the mirror's watch must deliver, and returns it. */
  mark(): Promise<Revision>;
  /** Waits until the mirror is at the revision, which etcd has reached. Throws `unavailable` or `closed`. */
  reach(revision: Revision): Promise<void>;
}

/**
 * Writes of other programs outside the range never reach the mirror's watch; after this time a write of the marker key
 * makes it advance.
 */
const markAfterMs = 50;

export function createMirrorSync({ connection, keys, mirror }: MirrorFeedOptions): MirrorSync {
  const mark = shareQuestion(() =>
    connection.call(etcdRpc.put, { key: keys.marker, value: new Uint8Array(0) }, { isRepeatable: true }),
  );
  const askRevision = shareQuestion(async () => {
    const seen = mirror.revision;
    const request = { key: keys.marker, countOnly: true };
    const { revision } = await connection.call(etcdRpc.range, request, { isRepeatable: true });
    if (revision < seen) throw wentBack(revision, seen);
    return revision;
  });
  const reach = async (revision: Revision) => {
    if (await mirror.waitFor(revision, markAfterMs)) return;
    await mark();
    if (await mirror.waitFor(revision, connection.requestTimeoutMs)) return;
    if (connection.isClosed) throw storeClosed();
    throw new StoreError("unavailable", "The watch of etcd is behind. Check the connection to etcd and its load.");
  };
  return { askRevision, mark, reach };
}

function wentBack(revision: Revision, seen: Revision): StoreError {
  const message = `etcd is at revision ${revision} but was at ${seen} before: it has lost data or was restored`;
  return new StoreError("unavailable", `${message} from a backup. Restart Kiln to take it as it is.`);
}
