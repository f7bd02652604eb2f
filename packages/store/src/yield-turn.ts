/** Slices of long work that continue in one turn of the event loop; sockets and timers have their turn before the next. */
export const SLICES_PER_TURN = 16;

/** There is one event loop for all servers of a process, and so there is one queue. */
const waiting: (() => void)[] = [];
let scheduled = 0;

/**
 * Lets other work run between two slices of long work. Callers continue in the order of their calls, up to
 * {@link SLICES_PER_TURN} in one turn of the event loop: with a thousand long requests, another client waits for a few
 * slices and not for all of them.
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
