import type { Clock } from "@kiln/api";

/** A write of one field of one object, as it is about to be sent. */
export interface PlannedWrite {
  readonly key: string;
  readonly field: "label" | "status";
  /** The patch: an equal one later means that another writer reverted it. */
  readonly text: string;
  /** `metadata.generation`: a change of the spec resets the count. */
  readonly generation: number;
}

/** Keeps two writers that disagree about a field from overwriting each other endlessly. */
export interface Settlement {
  /** Milliseconds until the write may be sent. */
  pauseOf(write: PlannedWrite): number;
  /** Called after a successful write: failed ones are no disagreement. */
  record(write: PlannedWrite): void;
  /** Number of objects of which another writer has reverted a field more than once. */
  contested(): number;
  forget(key: string): void;
}

export interface SettlementOptions {
  readonly clock: Clock;
  /** Called when an object becomes contested. */
  readonly onContested: (write: PlannedWrite) => void;
}

interface Sent {
  readonly text: string;
  readonly generation: number;
  readonly times: number;
  readonly at: number;
}

const CONTESTED_TIMES = 3;
const FIRST_PAUSE_MS = 10_000;
const GROWTH = 10;
const LONGEST_PAUSE_MS = 24 * 3600 * 1000;

/** A field reverted once is restored at once; then after 10 s, 100 s, 1000 s … up to a day. */
export function createSettlement({ clock, onContested }: SettlementOptions): Settlement {
  const sent = new Map<string, Map<PlannedWrite["field"], Sent>>();
  const findSame = ({ key, field, text, generation }: PlannedWrite): Sent | undefined => {
    const last = sent.get(key)?.get(field);
    return last?.text === text && last.generation === generation ? last : undefined;
  };
  return {
    pauseOf(write) {
      const last = findSame(write);
      return last === undefined ? 0 : Math.max(0, last.at + pauseAfter(last.times) - clock.monotonicMs());
    },
    record(write) {
      const { key, field, text, generation } = write;
      const times = 1 + (findSame(write)?.times ?? 0);
      const fields = sent.get(key) ?? new Map<PlannedWrite["field"], Sent>();
      sent.set(key, fields.set(field, { text, generation, times, at: clock.monotonicMs() }));
      if (times === CONTESTED_TIMES) {
        onContested(write);
      }
    },
    contested: () =>
      [...sent.values()].filter((fields) => [...fields.values()].some(({ times }) => times >= CONTESTED_TIMES)).length,
    forget: (key) => {
      sent.delete(key);
    },
  };
}

function pauseAfter(times: number): number {
  return times < 2 ? 0 : Math.min(FIRST_PAUSE_MS * GROWTH ** (times - 2), LONGEST_PAUSE_MS);
}
