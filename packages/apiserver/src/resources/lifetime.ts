/**
 * How long what is open on a resource, such as a watch, may go on: until the definition behind it changes in a way that
 * clients must notice.
 */
export interface Lifetime {
  /** What it stands for: as long as this stays the same, so may whatever is open. */
  readonly of: string;
  /** The revision at which it began: nobody goes on from a version before it. */
  readonly since: number;
  readonly isOver: boolean;
  /** Calls back once, at the end; at once if that has come. Returns the way to stop listening. */
  onEnd(listener: () => void): () => void;
  end(): void;
}

/** Costs next to nothing until somebody listens: there is one for every definition. */
export function createLifetime(of: string, since: number): Lifetime {
  let listeners: Set<() => void> | undefined;
  let isOver = false;
  return {
    of,
    since,
    get isOver() {
      return isOver;
    },
    onEnd(listener) {
      if (isOver) {
        listener();
        return () => {};
      }
      listeners ??= new Set();
      listeners.add(listener);
      return () => listeners?.delete(listener);
    },
    end() {
      isOver = true;
      const ended = listeners ?? [];
      listeners = undefined;
      for (const listener of ended) {
        listener();
      }
    },
  };
}
