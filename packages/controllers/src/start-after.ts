import type { RunningController } from "./controller.ts";

/**
 * Starts when `after` settles, unless it is stopped by then. Once stopped it refers to nothing that `start` needs: a
 * promise may keep it much longer.
 */
export function startAfter(after: Promise<void>, start: () => RunningController | undefined): RunningController {
  let waiting: typeof start | undefined = start;
  let running: RunningController | undefined;
  const begin = () => {
    running = waiting?.();
    waiting = undefined;
  };
  void after.then(begin, begin);
  return {
    stop() {
      waiting = undefined;
      running?.stop();
      running = undefined;
    },
  };
}
