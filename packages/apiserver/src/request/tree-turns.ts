import { yieldTurn } from "@kiln/store";

/**
 * Turns of responses that are encoded from trees, where a slice takes milliseconds: one slice in a turn of the event
 * loop, for all such responses together. Users alternate; of one user's responses the oldest is served first, so that
 * they finish one by one.
 */
export interface TreeTurns {
  /** Registers a response; the returned function resolves when its next slice may be encoded. */
  open(user: string): () => Promise<void>;
}

export function createTreeTurns(): TreeTurns {
  /** Waiting responses by user, the next user first; responses are numbered by age. */
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
