import type { Revision } from "../../store.ts";
import { EtcdConnection, type EtcdConnectionOptions } from "../etcd-connection.ts";
import { etcdRpc } from "../etcd-rpc.ts";
import { createKeySpace } from "../key-space.ts";
import { followingKey } from "../load-tree.ts";
import type { EtcdPair } from "./read-etcd-file.ts";

export interface EtcdPage {
  readonly pairs: readonly EtcdPair[];
  /** Revision of all pages of this read. */
  readonly revision: Revision;
  /** The last key of the page; absent on the last page. */
  readonly last?: string;
  /** Number of keys from the start of this page to the end of the range. */
  readonly count: number;
}

/** Position of a page: after the key `last`, at the revision of the first page. */
export interface EtcdPlace {
  readonly last: string;
  readonly revision: Revision;
}

/** Reads an etcd page by page, and never writes to it. */
export interface EtcdReader {
  /** Throws `compacted` if etcd no longer has the revision. */
  readPage(limit: number, place?: EtcdPlace): Promise<EtcdPage>;
  close(): void;
}

export async function openEtcdReader(options: EtcdConnectionOptions & { prefix?: string }): Promise<EtcdReader> {
  const connection = new EtcdConnection(options);
  await connection.open();
  const { all } = createKeySpace(options.prefix ?? "/registry");
  return {
    async readPage(limit, place) {
      const key = place === undefined ? all.key : followingKey(Buffer.from(place.last));
      const request = { key, rangeEnd: all.rangeEnd, limit, revision: place?.revision ?? 0 };
      const page = await connection.call(etcdRpc.range, request, { isRepeatable: true });
      const pairs = page.kvs.map((pair) => ({
        key: Buffer.from(pair.key).toString("utf8"),
        value: Buffer.from(pair.value),
        revision: pair.modRevision,
      }));
      const last = page.more ? pairs.at(-1)?.key : undefined;
      const revision = place?.revision ?? page.revision;
      return { pairs, revision, count: page.count, ...(last === undefined ? {} : { last }) };
    },
    close: () => connection.close(),
  };
}
