import type { JsonObject } from "@kiln/api";
import { decodeStoredValue } from "@kiln/kinds";
import type { Store, StoreEvent } from "@kiln/store";
import { CLOCK_NAME, CLOCK_PREFIX, readMove } from "./clock-kind.ts";
import type { SteeredClock } from "./steered-clock.ts";

export interface FollowedClock {
  /**
   * Applies Clock objects written since the last call; resolves when the clock has moved. Undefined if there are none.
   */
  takeMove(): Promise<void> | undefined;
  stop(): void;
}

const KEY = CLOCK_PREFIX + CLOCK_NAME;

/** Moves a clock by the Clock object in the store: at once for the stored one, and on request for later writes. */
export async function followClock(store: Store, clock: SteeredClock): Promise<FollowedClock> {
  const stored = await store.get(KEY);
  let before: JsonObject = {};
  if (stored !== undefined) {
    before = decodeStoredValue(stored.value);
    await clock.move(readMove(before));
  }
  const waiting: (() => Promise<void>)[] = [];
  const follow = ({ key, value }: StoreEvent) => {
    if (key !== KEY) {
      return;
    }
    if (value === undefined) {
      before = {};
      waiting.push(() => clock.reset());
    } else {
      const after = decodeStoredValue(value);
      const move = readMove(after, before);
      before = after;
      waiting.push(() => clock.move(move));
    }
  };
  const stop = store.onCommit(({ events }) => events.forEach(follow));
  return {
    takeMove: () =>
      waiting.length === 0 ? undefined : waiting.splice(0).reduce((done, next) => done.then(next), Promise.resolve()),
    stop,
  };
}
