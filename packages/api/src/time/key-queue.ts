import type { Clock, Timer } from "./clock.ts";

/**
 * Queue of keys that need work, such as a controller's. Each key is processed by one worker at a time: a key added
 * meanwhile is processed again afterwards, and a failed one is retried with growing delays.
 */
export interface KeyQueue {
  /** Adds a key after a delay; a key that is waiting already keeps its time. */
  add(key: string, delayMs?: number): void;
  /** Removes a waiting key. */
  remove(key: string): void;
  /** Stops the queue: no further key is processed. */
  stop(): void;
  /** Resolves when no key is being processed or ready; keys waiting for their delay do not count. */
  idle(): Promise<void>;
}

export interface KeyQueueOptions {
  readonly clock: Clock;
  readonly work: (key: string) => Promise<void>;
  /** Called with the rejection of `work`; not after the queue was stopped, when its dependencies may be closed. */
  readonly onError: (error: unknown, key: string) => void;
  /** Maximum number of keys processed at a time; absent: unlimited. */
  readonly width?: number;
  /** Awaited after every {@link KEYS_A_TURN} keys, so that ten thousand keys do not block other tasks. */
  readonly yieldTurn?: () => Promise<unknown>;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;
const KEYS_A_TURN = 32;

interface Item {
  state: "idle" | "waiting" | "running";
  /** True if the key was added again and must be processed again. */
  isDue: boolean;
  failures: number;
  timer?: Timer;
}

export function createKeyQueue(options: KeyQueueOptions): KeyQueue {
  const { clock, work, onError } = options;
  const items = new Map<string, Item>();
  const ready = createReadyLine(options, (key, item) => run(key, item));
  let isStopped = false;

  const wait = (key: string, item: Item, delayMs: number): void => {
    item.state = "waiting";
    if (delayMs > 0) {
      item.timer = clock.setTimer(delayMs, () => ready.add(key, item));
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
      if (!isStopped) {
        onError(error, key);
      }
    }
    item.state = "idle";
    if (isStopped || (item.failures === 0 && !item.isDue)) {
      items.delete(key);
    } else {
      wait(key, item, item.failures === 0 ? 0 : Math.min(FIRST_RETRY_MS * 2 ** (item.failures - 1), LAST_RETRY_MS));
    }
  };

  const takeBack = (key: string, item: Item): void => {
    if (item.state === "waiting") {
      item.timer?.cancel();
      item.state = "idle";
      items.delete(key);
      ready.remove(key);
    }
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
      if (item !== undefined) {
        takeBack(key, item);
      }
    },
    stop() {
      isStopped = true;
      for (const [key, item] of items) {
        takeBack(key, item);
      }
    },
    idle: () => ready.idle(),
  };
}

interface ReadyLine {
  add(key: string, item: Item): void;
  remove(key: string): void;
  idle(): Promise<void>;
}

/** Starts keys in the order in which they became ready, up to `width` at a time. `begin` never rejects. */
function createReadyLine(
  { width = Number.POSITIVE_INFINITY, yieldTurn = () => Promise.resolve() }: KeyQueueOptions,
  begin: (key: string, item: Item) => Promise<void>,
): ReadyLine {
  const line = new Map<string, Item>();
  let running = 0;
  let isBeginning = false;
  let waiting: (() => void)[] = [];

  const beginOne = async (key: string, item: Item): Promise<void> => {
    line.delete(key);
    running++;
    await begin(key, item);
    running--;
    pump();
  };

  const beginAll = async (): Promise<void> => {
    // Starts after the caller's turn, because the caller may still hold resources that the work needs.
    await Promise.resolve();
    let begun = 0;
    for (const [key, item] of line) {
      if (running >= width) {
        break;
      }
      void beginOne(key, item);
      begun++;
      if (begun % KEYS_A_TURN === 0) {
        await yieldTurn();
      }
    }
    isBeginning = false;
  };

  const pump = (): void => {
    if (line.size > 0 && running < width && !isBeginning) {
      isBeginning = true;
      void beginAll();
    }
    if (line.size === 0 && running === 0) {
      const done = waiting;
      waiting = [];
      for (const wake of done) {
        wake();
      }
    }
  };

  return {
    add(key, item) {
      line.set(key, item);
      pump();
    },
    remove(key) {
      line.delete(key);
      pump();
    },
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        pump();
      }),
  };
}
