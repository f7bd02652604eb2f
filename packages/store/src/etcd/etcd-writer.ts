import { treeGet } from "../cow-tree.ts";
import type { Revision } from "../store.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import { checkSize, maxSentBytes } from "../value-size.ts";
import { refuseWrite, type WriteRequest } from "../write-request.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import { toEntry } from "./load-tree.ts";
import type { TxnRequest, TxnResponse } from "./messages.ts";
import type { MirrorFeedOptions } from "./mirror-feed.ts";
import type { MirrorSync } from "./mirror-sync.ts";
import { createWriteTxn, isSurelyRefused, showsRefusal } from "./write-txn.ts";

export interface EtcdWriterOptions extends MirrorFeedOptions {
  readonly sync: MirrorSync;
}

/**
 * Sends writes to etcd; each is answered once the mirror contains it. Many may be in flight; etcd decides their order.
 */
export class EtcdWriter {
  readonly #options: EtcdWriterOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  /** Error of the last write that etcd refused for lack of space. */
  #noSpace: StoreError | undefined;

  constructor(options: EtcdWriterOptions) {
    this.#options = options;
  }

  /** Throws StoreError, through the promise. */
  submit(request: WriteRequest): Promise<Revision> {
    const written = this.#write(request);
    this.#underWay.add(written);
    const done = () => this.#underWay.delete(written);
    written.then(done, done);
    return written;
  }

  /** Throws `no-space` from the first write that etcd refused for lack of space until the next one that succeeds. */
  checkRoom(): void {
    if (this.#noSpace !== undefined) throw this.#noSpace;
  }

  /** Settles when every write submitted so far is answered. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #write(request: WriteRequest): Promise<Revision> {
    const { connection, keys, mirror } = this.#options;
    // etcd itself enforces the lower limit, its --max-request-bytes.
    if (request.value !== undefined) checkSize(request.key, request.value, maxSentBytes);
    const key = keys.toEtcd(request.key);
    const lease = request.ttlSeconds === undefined ? undefined : await this.#grantLease(request.ttlSeconds);
    const response = await this.#send(request, createWriteTxn(request, key, lease));
    const { succeeded, revision } = response;
    if (!succeeded) throw await this.#explainRefusal(request, response);
    if (await mirror.waitFor(revision, connection.requestTimeoutMs)) return revision;
    const message = `etcd has taken the write of ${request.key} at revision ${revision}, but its watch did not tell so`;
    throw new StoreError("outcome-unknown", `${message} in time.`);
  }

  /**
   * A lease of its own for each write: keys that share one expire at one revision, and a watcher cut off between
   * two events of one revision loses the second. A lease whose write is refused ends by itself.
   */
  #grantLease(ttlSeconds: number): Promise<bigint> {
    const seconds = Math.max(1, Math.ceil(ttlSeconds));
    return this.#options.connection.call(etcdRpc.leaseGrant, seconds, { isRepeatable: true });
  }

  async #send(request: WriteRequest, txn: TxnRequest): Promise<TxnResponse> {
    try {
      const response = await this.#options.connection.call(etcdRpc.txn, txn, { isRepeatable: false });
      this.#noSpace = undefined;
      return response;
    } catch (error) {
      if (isStoreError(error, "no-space")) this.#noSpace = error;
      if (!isStoreError(error, "outcome-unknown")) throw error;
      throw (await this.#resolveLost(request)) ?? error;
    }
  }

  /** Waits for the mirror to show the conflicting entry: the caller reads the mirror next and would fail again. */
  async #explainRefusal(request: WriteRequest, response: TxnResponse): Promise<StoreError> {
    const { keys, mirror, sync } = this.#options;
    const kv = response.range?.kvs[0];
    const found = kv && toEntry(kv, keys);
    const refusal = refuseWrite(request, found) ?? new StoreError("revision-mismatch", `${request.key} has changed.`);
    if (showsRefusal(treeGet(mirror.tree, request.key), found)) return refusal;
    // Whether or not the mirror gets there in time, the write was refused.
    await sync.reach(found?.revision ?? response.revision).catch(() => undefined);
    return refusal;
  }

  /** Outcome of a write whose answer was lost, where it is certain. */
  async #resolveLost(request: WriteRequest): Promise<StoreError | undefined> {
    const { mirror, sync } = this.#options;
    if (request.expected === undefined) return undefined;
    try {
      await sync.reach(await sync.askRevision());
    } catch {
      return undefined;
    }
    const successor = mirror.findSuccessor(request.key, request.expected);
    return isSurelyRefused(request, successor) ? refuseWrite(request, treeGet(mirror.tree, request.key)) : undefined;
  }
}
