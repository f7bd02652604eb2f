import type { Clock } from "@kiln/api";
import { yieldTurn } from "@kiln/store";

/** Result of a step: undefined, or a promise to wait for. */
export type Pause = undefined | Promise<unknown>;

/** Maximum time without yielding to other work, apart from the last step. */
const SLICE_MS = 10;

/** Runs all steps: synchronously if none waits and they are fast, otherwise in slices between which other work runs. */
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
