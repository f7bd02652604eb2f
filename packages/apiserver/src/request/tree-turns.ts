import { yieldTurn } from "@kiln/store";

/**
 * Turns for responses encoded from trees, where a slice takes milliseconds: one slice in a turn of the event loop,
 * however many such responses there are. Users alternate; of one user's responses the oldest comes first, so that they
 * finish one by one.
 */
export interface TreeTurns {
  /** For one response: resolves when its next slice may be encoded. */
  open(user: string): () => Promise<void>;
}

export function createTreeTurns(): TreeTurns {
  /** By user, the next in turn first; responses by number. */
  const waiting = new Map<string, Map<number, () => void>>();
  let opened = 0;
  let isScheduled = false;
  const schedule = () => {
    if (!isScheduled && waiting.size > 0) {
      isScheduled = true;
      void yieldTurn().then(letOneRun);
    }
  };
  const letOneRun = () => {
    isScheduled = false;
    for (const [user, answers] of waiting) {
      const oldest = minOf(answers.keys());
      const run = answers.get(oldest);
      answers.delete(oldest);
      waiting.delete(user);
      if (answers.size > 0) {
        waiting.set(user, answers);
      }
      run?.();
      break;
    }
    schedule();
  };
  return {
    open(user) {
      const number = opened++;
      return () =>
        new Promise((resolve) => {
          const answers = waiting.get(user) ?? new Map<number, () => void>();
          answers.set(number, resolve);
          waiting.set(user, answers);
          schedule();
        });
    },
  };
}

function minOf(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) {
    least = Math.min(least, number);
  }
  return least;
}
