import type { Clock } from "@kiln/api";
import { yieldTurn } from "@kiln/store";

/** Between two steps: nothing, or a promise to wait for. */
export type Pause = undefined | Promise<unknown>;

/** Longest time without yielding, plus one step. */
const SLICE_MS = 10;

/** Runs all steps: at once if they neither wait nor take long, otherwise in slices between which others have their turn. */
export function pace<T>(steps: Generator<Pause, T>, clock: Clock): T | Promise<T> {
  const startedMs = clock.monotonicMs();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
    const isLong = clock.monotonicMs() - startedMs >= SLICE_MS;
    const pause = value ?? (isLong ? yieldTurn() : undefined);
    if (pause !== undefined) {
      return pause.then(() => pace(steps, clock));
    }
  }
}
