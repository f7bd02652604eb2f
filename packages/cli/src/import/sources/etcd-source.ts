import { isStoreError } from "@kiln/store";
import type { EtcdReader } from "@kiln/store/etcd-dump";
import type { ImportRecord } from "../import-record.ts";
import type { PagedSource } from "./paged-source.ts";
import type { EtcdDecoder } from "./read-etcd-records.ts";

export interface EtcdSourceOptions {
  readonly reader: EtcdReader;
  readonly identity: string;
  readonly decoder: EtcdDecoder;
  /** Maximum number of pages a second. */
  readonly rate: number;
  /** Waits until the rate allows the next page. */
  pause(ms: number): Promise<void>;
}

const PAGE_KEYS = 500;

/** Source that reads the etcd of a running cluster, all at one revision. */
export function openEtcdSource({ reader, identity, decoder, rate, pause }: EtcdSourceOptions): PagedSource {
  return {
    identity,
    async readPage(cursor) {
      const { last = "", revision = 0, total: known } = (cursor ?? {}) as Place;
      try {
        await pause(cursor === undefined ? 0 : 1000 / rate);
        const page = await reader.readPage(PAGE_KEYS, last === "" ? undefined : { last, revision });
        const total = known ?? page.count;
        const records = page.pairs.map(decoder).filter((record): record is ImportRecord => record !== undefined);
        const next = page.last === undefined ? {} : { next: { last: page.last, revision: page.revision, total } };
        return { records, ...next, isStart: last === "", total, label: "keys" };
      } catch (error) {
        if (last !== "" && isStoreError(error, "compacted")) {
          return { records: [], next: {}, restarts: true, total: known ?? 0, label: "keys" };
        }
        throw error;
      }
    },
    close: () => reader.close(),
  };
}

interface Place {
  readonly last?: string;
  readonly revision?: number;
  readonly total?: number;
}
