import { isStoreError } from "../store-error.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";

/**
 * State that a compactor keeps from one turn to the next: how often the store was compacted, and the revision of etcd
 * at the last turn, which the next one compacts to.
 */
export interface CompactorState {
  readonly turns: number;
  readonly revision: number;
}

export const freshCompactor: CompactorState = { turns: 0, revision: 0 };

const utf8 = new TextEncoder();

/**
 * One attempt. Of all processes that share an etcd, the first after each interval compacts to the revision of one
 * interval ago; the others see the changed key and wait for another interval.
 */
export async function takeCompactionTurn(connection: EtcdConnection, state: CompactorState): Promise<CompactorState> {
  // Kubernetes: kube-apiserver elects the compacting server by the version of this key, so both may share an etcd
  // (etcd3/compact.go Compact, v1.36).
  const key = utf8.encode("compact_rev_key");
  const txn = {
    compare: { key, version: state.turns },
    success: { put: { key, value: utf8.encode(String(state.revision)) } },
    failure: { range: { key } },
  };
  const { succeeded, revision, range } = await connection.call(etcdRpc.txn, txn, { isRepeatable: false });
  if (!succeeded) return { turns: range?.kvs[0]?.version ?? 0, revision };
  if (state.revision > 0) await compactTo(connection, state.revision);
  return { turns: state.turns + 1, revision };
}

/** Succeeds as well if etcd is already compacted to this revision or a later one. */
export async function compactTo(connection: EtcdConnection, revision: number): Promise<void> {
  try {
    await connection.call(etcdRpc.compact, revision, { isRepeatable: true });
  } catch (error) {
    if (!isStoreError(error, "compacted")) throw error;
  }
}
