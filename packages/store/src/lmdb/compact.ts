import type { Revision } from "../store.ts";
import type { LmdbTables, TableWriter } from "./lmdb-tables.ts";

/** Records that compaction made superfluous, removed in one transaction. */
export interface SweepStep {
  readonly fill: (writer: TableWriter) => void;
  readonly swept: Revision;
  readonly freedBytes: number;
}

const sweepSize = 256;

/**
 * Goes through the log from `swept` to `until`. No read at or after `until` needs
 * - the record that a record up to there replaced,
 * - the record of a delete up to there, nor the deleted key's index row.
 */
export function planSweep(tables: LmdbTables, swept: Revision, until: Revision): SweepStep | undefined {
  if (swept >= until) return undefined;
  const last = Math.min(until, swept + sweepSize);
  const records: Revision[] = [];
  const keys: string[] = [];
  let freedBytes = 0;
  for (let revision = swept + 1; revision <= last; revision++) {
    const head = tables.readRecordHead(revision);
    if (head === undefined) continue;
    const replaced = head.chain === 0 ? undefined : tables.readRecordHead(head.chain);
    if (replaced !== undefined) {
      records.push(head.chain);
      if (replaced.type !== "delete") freedBytes += replaced.size;
    }
    if (head.type !== "delete") continue;
    records.push(revision);
    if (tables.readIndex(head.key)?.revision === revision) keys.push(head.key);
  }
  return {
    fill(writer) {
      for (const revision of records) writer.removeRecord(revision);
      for (const key of keys) writer.removeIndex(key);
    },
    swept: last,
    freedBytes,
  };
}

export interface HistoryLimits {
  readonly historyMs: number;
  readonly historyBytes: number;
}

/** Chooses the revision to compact to: it remembers when revisions were written. */
export class HistoryClock {
  readonly #limits: HistoryLimits;
  /** Time and revision of the store, recorded at intervals. */
  readonly #marks: { readonly atMs: number; readonly revision: Revision }[] = [];

  constructor(limits: HistoryLimits) {
    this.#limits = limits;
  }

  /** Newest revision to compact to: older than the maximum age, or beyond the maximum size of history. */
  dueRevision(now: { atMs: number; revision: Revision; compacted: Revision; historyBytes: number }): Revision {
    const { historyMs, historyBytes: maxBytes } = this.#limits;
    const lastMark = this.#marks.at(-1);
    if (lastMark === undefined || now.atMs - lastMark.atMs >= historyMs / 20) {
      this.#marks.push({ atMs: now.atMs, revision: now.revision });
    }
    let due = now.compacted;
    while (this.#marks[0] !== undefined && this.#marks[0].atMs <= now.atMs - historyMs) {
      due = Math.max(due, this.#marks.shift()!.revision);
    }
    if (now.historyBytes <= maxBytes) return due;
    // Assumes records of average size; the next run corrects it.
    const share = 1 - maxBytes / now.historyBytes;
    return Math.max(due, now.compacted + Math.ceil((now.revision - now.compacted) * share));
  }
}
