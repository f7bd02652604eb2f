/** Slices of long work that continue in one turn of the event loop; sockets and timers have their turn before the next. */
export const SLICES_PER_TURN = 16;

/** There is one event loop for all servers of a process, and so there is one queue. */
const waiting: (() => void)[] = [];
let scheduled = 0;

/**
 * Lets other ready work run first: called between two slices of long work. Slices continue in the order of the calls,
 * some a turn: beside a thousand long requests another client waits for a few slices, not for all.
 */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/** Each slice has a callback of its own: it runs as far as it can before the next begins. */
function schedule(): void {
  if (scheduled < Math.min(waiting.length, SLICES_PER_TURN)) {
    scheduled++;
    if (typeof setImmediate === "function") {
      setImmediate(next);
    } else {
      setTimeout(next, 0);
    }
  }
}

function next(): void {
  scheduled--;
  waiting.shift()?.();
  schedule();
}
