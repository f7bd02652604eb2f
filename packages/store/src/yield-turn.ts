/** Slices of long work that continue in one turn of the event loop; sockets and timers have their turn before the next. */
export const SLICES_PER_TURN = 4;

/** There is one event loop for all servers of a process, and so there is one queue. */
const waiting: (() => void)[] = [];

/**
 * Lets other ready work run first: called between two slices of long work. Slices continue in the order of the calls, a
 * few a turn: beside a thousand long requests another client waits for a few slices, not for all.
 */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) {
      schedule();
    }
  });
}

function schedule(): void {
  if (typeof setImmediate === "function") {
    setImmediate(next);
  } else {
    setTimeout(next, 0);
  }
}

function next(): void {
  const slices = waiting.splice(0, SLICES_PER_TURN);
  if (waiting.length > 0) {
    schedule();
  }
  for (const resolve of slices) {
    resolve();
  }
}
