import type { Clock } from "@kiln/api";

/** Resolves after the delay, or at once when the signal is aborted: the caller checks the signal afterwards. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      timer.cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = clock.setTimer(delayMs, finish);
    signal.addEventListener("abort", finish);
  });
}
