import type { Clock } from "@kiln/api";

/** A write of one field of one object, as it is about to be sent. */
export interface PlannedWrite {
  readonly key: string;
  readonly field: "label" | "status";
  /** Text of the patch: if an equal one is needed later, another writer has reverted it. */
  readonly text: string;
  /** `metadata.generation`: a change of the spec resets the count. */
  readonly generation: number;
}

/**
 * Limits repeated writes of the same value, so that two writers that disagree about a field do not overwrite each other
 * endlessly.
 */
export interface Settlement {
  /**
   * Milliseconds until the write may be sent. More than 0 means that another writer reverted an equal one: the object
   * is contested until the next recorded write of the field.
   */
  pauseBefore(write: PlannedWrite): number;
  /** Called after a successful write: failed ones are no disagreement. */
  record(write: PlannedWrite): void;
  /** Number of objects with a field that another writer reverted and that waits to be restored. */
  contested(): number;
  forget(key: string): void;
}

export interface SettlementOptions {
  readonly clock: Clock;
  /** Called when a field becomes contested. */
  readonly onContested: (write: PlannedWrite) => void;
}

interface Sent {
  readonly text: string;
  readonly generation: number;
  readonly times: number;
  readonly at: number;
  isReverted: boolean;
}

const FIRST_PAUSE_MS = 3600 * 1000;
const GROWTH = 5;
const LONGEST_PAUSE_MS = 24 * 3600 * 1000;

/**
 * One write for each generation of an object; if it is reverted, further ones an hour, five hours and a day after the last.
 * A writer that reverts at every change, as snapshot-controller before v6.3.3, would revert an early one just the same.
 */
export function createSettlement({ clock, onContested }: SettlementOptions): Settlement {
  const sent = new Map<string, Map<PlannedWrite["field"], Sent>>();
  const findSame = ({ key, field, text, generation }: PlannedWrite): Sent | undefined => {
    const last = sent.get(key)?.get(field);
    return last?.text === text && last.generation === generation ? last : undefined;
  };
  return {
    pauseBefore(write) {
      const last = findSame(write);
      const pauseMs = last === undefined ? 0 : Math.max(0, last.at + pauseAfter(last.times) - clock.monotonicMs());
      if (last !== undefined && pauseMs > 0 && !last.isReverted) {
        last.isReverted = true;
        onContested(write);
      }
      return pauseMs;
    },
    record(write) {
      const { key, field, text, generation } = write;
      const times = 1 + (findSame(write)?.times ?? 0);
      const fields = sent.get(key) ?? new Map<PlannedWrite["field"], Sent>();
      sent.set(key, fields.set(field, { text, generation, times, at: clock.monotonicMs(), isReverted: false }));
    },
    contested: () =>
      [...sent.values()].filter((fields) => [...fields.values()].some(({ isReverted }) => isReverted)).length,
    forget: (key) => {
      sent.delete(key);
    },
  };
}

function pauseAfter(times: number): number {
  return Math.min(FIRST_PAUSE_MS * GROWTH ** (times - 1), LONGEST_PAUSE_MS);
}
