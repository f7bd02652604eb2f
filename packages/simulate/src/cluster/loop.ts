import { createKeyQueue, type Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import type { Cluster } from "./cluster.ts";

export interface Loop {
  add(key: string): void;
  /** Queues the key after this time, unless it is queued earlier. */
  addAfter(key: string, delayMs: number): void;
  /** Resolves when no work is in flight. */
  idle(): Promise<void>;
  stop(): void;
}

export interface LoopOptions {
  /** Name of the controller in log lines. */
  readonly name: string;
  /** Reconciles one object; returns the milliseconds until the next check, if nothing changes before. */
  readonly reconcile: (key: string) => Promise<number | undefined>;
  readonly width?: number;
  /** The loop is a heartbeat, see TimerOptions. */
  readonly isPeriodic?: boolean;
}

/** Number of keys processed at a time; their writes share one durable commit. */
const WIDTH = 64;

/** The reconcile loop of a controller: one key at a time, retried with growing delays. */
export function createLoop(
  { clock, log }: Cluster,
  { name, reconcile, width = WIDTH, isPeriodic = false }: LoopOptions,
): Loop {
  const timers = new Map<string, Timer>();
  const cancel = (key: string): void => {
    timers.get(key)?.cancel();
    timers.delete(key);
  };
  const addAfter = (key: string, delayMs: number): void => {
    cancel(key);
    timers.set(
      key,
      clock.setTimer(
        delayMs,
        () => {
          timers.delete(key);
          queue.add(key);
        },
        { isPeriodic },
      ),
    );
  };
  const queue = createKeyQueue({
    clock,
    width,
    yieldTurn,
    async work(key) {
      cancel(key);
      const againMs = await reconcile(key);
      if (againMs !== undefined) {
        addAfter(key, Math.max(againMs, 0));
      }
    },
    onError: (error, key) =>
      log.warn({ err: error, key }, `simulate: ${name}: reconcile failed, will be retried: ${key}`),
  });
  return {
    add: (key) => queue.add(key),
    addAfter,
    idle: () => queue.idle(),
    stop() {
      queue.stop();
      for (const timer of timers.values()) {
        timer.cancel();
      }
    },
  };
}
