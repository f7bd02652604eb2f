import type { Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import type { Services } from "../services.ts";

/**
 * Keys that need work. A key is worked on by one at a time: one that is added meanwhile has another turn afterwards, and
 * one that failed comes again by itself, later each time.
 */
export interface WorkQueue {
  /** A key that waits already keeps its time. */
  add(key: string, delayMs?: number): void;
  /** Takes back what waits. */
  remove(key: string): void;
  stop(): void;
}

export interface WorkQueueOptions {
  readonly services: Pick<Services, "clock" | "log">;
  /** For the log: what a key stands for, and what could not be done to it. */
  readonly name: string;
  readonly work: (key: string) => Promise<void>;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;

/** So many are begun before everybody else has a turn: ten thousand keys that come at once hold nobody up. */
const KEYS_A_TURN = 32;

interface Item {
  state: "idle" | "waiting" | "running";
  /** To be run once more. */
  isDue: boolean;
  failures: number;
  timer?: Timer;
}

export function createWorkQueue({ services, name, work }: WorkQueueOptions): WorkQueue {
  const items = new Map<string, Item>();
  const ready = createReadyLine((key, item) => void run(key, item));
  let isStopped = false;

  const wait = (key: string, item: Item, delayMs: number): void => {
    item.state = "waiting";
    if (delayMs > 0) {
      item.timer = services.clock.setTimer(delayMs, () => ready.add(key, item));
    } else {
      ready.add(key, item);
    }
  };

  const run = async (key: string, item: Item): Promise<void> => {
    item.state = "running";
    item.isDue = false;
    try {
      await work(key);
      item.failures = 0;
    } catch (error) {
      item.failures++;
      // After a stop the store may be closed, which is no news.
      if (!isStopped) {
        services.log.warn({ err: error, key }, `${name} failed and will be tried again`);
      }
    }
    item.state = "idle";
    if (isStopped || (item.failures === 0 && !item.isDue)) {
      items.delete(key);
    } else {
      wait(key, item, item.failures === 0 ? 0 : Math.min(FIRST_RETRY_MS * 2 ** (item.failures - 1), LAST_RETRY_MS));
    }
  };

  const cancel = (item: Item): void => {
    item.timer?.cancel();
    item.state = "idle";
    item.isDue = false;
  };

  return {
    add(key, delayMs = 0) {
      const item = items.get(key);
      if (item !== undefined) {
        item.isDue = true;
      } else if (!isStopped) {
        const fresh: Item = { state: "idle", isDue: false, failures: 0 };
        items.set(key, fresh);
        wait(key, fresh, delayMs);
      }
    },
    remove(key) {
      const item = items.get(key);
      if (item?.state === "waiting") {
        cancel(item);
        items.delete(key);
      }
    },
    stop() {
      isStopped = true;
      for (const item of items.values()) {
        if (item.state === "waiting") {
          cancel(item);
        }
      }
    },
  };
}

/** Begins keys in the order in which they became ready, unless they are taken back before their turn. */
function createReadyLine(begin: (key: string, item: Item) => void): { add(key: string, item: Item): void } {
  const line = new Map<string, Item>();
  let isBeginning = false;

  const beginAll = async (): Promise<void> => {
    // After the commit that led here, whose listeners do not write.
    await Promise.resolve();
    let begun = 0;
    for (const [key, item] of line) {
      line.delete(key);
      if (item.state === "waiting") {
        begin(key, item);
        begun++;
      }
      if (begun === KEYS_A_TURN) {
        begun = 0;
        await yieldTurn();
      }
    }
    isBeginning = false;
  };

  return {
    add(key, item) {
      line.set(key, item);
      if (!isBeginning) {
        isBeginning = true;
        void beginAll();
      }
    },
  };
}
