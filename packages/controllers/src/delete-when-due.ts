import type { Timer } from "@kiln/api";
import type { RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { scan } from "./scan.ts";
import { createWorkQueue } from "./work-queue.ts";

export interface Due {
  /** Name of the controller in log lines. */
  readonly controller: string;
  /** Prefix of the objects that may become due. */
  readonly prefix: string;
  /** Deletes the object if it is due; otherwise returns the time until then, if there is one. */
  readonly deleteIfDue: (key: string) => Promise<number | undefined>;
}

/** Checks every object of a kind when it changes, and again when it is due. */
export function deleteWhenDue(
  services: ControllerServices,
  { controller, prefix, deleteIfDue }: Due,
): RunningController {
  const timers = new Map<string, Timer>();
  const work = async (key: string) => {
    timers.get(key)?.cancel();
    timers.delete(key);
    const leftMs = await deleteIfDue(key);
    if (leftMs !== undefined) {
      const timer = services.clock.setTimer(leftMs, () => queue.add(key));
      timers.set(key, timer);
    }
  };
  const queue = createWorkQueue({ services, name: controller, work });
  const unsubscribe = services.store.onCommit(({ events }) => {
    for (const { key } of events) {
      if (key.startsWith(prefix)) {
        queue.add(key);
      }
    }
  });
  void scan(services, prefix, (key) => queue.add(key));
  return {
    stop() {
      unsubscribe();
      queue.stop();
      for (const timer of timers.values()) {
        timer.cancel();
      }
    },
  };
}
