import type { Clock, Timer } from "./clock.ts";

/**
 * Keys that need work. A key is worked on by one at a time: one that is added meanwhile has another turn afterwards, and
 * one that failed comes again by itself, later each time.
 */
export interface KeyQueue {
  /** A key that waits already keeps its time. */
  add(key: string, delayMs?: number): void;
  /** Takes back what waits. */
  remove(key: string): void;
  /** Nothing is begun any more. */
  stop(): void;
  /** Resolves when nothing is under way or could begin now; what waits for its time does not count. */
  idle(): Promise<void>;
}

export interface KeyQueueOptions {
  readonly clock: Clock;
  readonly work: (key: string) => Promise<void>;
  /** Told what `work` rejects with, unless the queue was stopped meanwhile: then its world may be gone. */
  readonly onError: (error: unknown, key: string) => void;
  /** Keys worked on at a time; all there are if absent. */
  readonly width?: number;
  /** Awaited after every {@link KEYS_A_TURN} keys: ten thousand keys at once do not block other tasks. */
  readonly yieldTurn?: () => Promise<unknown>;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;
const KEYS_A_TURN = 32;

interface Item {
  state: "idle" | "waiting" | "running";
  /** To be run once more. */
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

/** Begins keys in the order in which they became ready, as many at a time as may be. `begin` never rejects. */
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
    // After the caller's turn: it may still hold resources that the work needs.
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
