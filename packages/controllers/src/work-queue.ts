import { createKeyQueue, type KeyQueue } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import type { ControllerServices } from "./controller-services.ts";

export interface WorkQueueOptions {
  readonly services: Pick<ControllerServices, "clock" | "log">;
  /** Name in log lines: the kind of the key's object, and the operation that failed. */
  readonly name: string;
  readonly work: (key: string) => Promise<void>;
}

/** Queue of a controller: logs errors, and handles requests between many keys. */
export function createWorkQueue({ services, name, work }: WorkQueueOptions): KeyQueue {
  const { clock, log } = services;
  return createKeyQueue({
    clock,
    work,
    yieldTurn,
    onError: (error, key) => log.warn({ err: error, key }, `controller ${name}: sync failed: retrying`),
  });
}
