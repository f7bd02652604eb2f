/**
 * How long open requests on a resource, such as watches, may continue: until its CRD changes in a way that clients must
 * notice.
 */
export interface Lifetime {
  /** Identity: open watches continue as long as it stays the same. */
  readonly of: string;
  /** The revision at which it began: earlier resourceVersions are expired. */
  readonly since: number;
  readonly isOver: boolean;
  /** Calls back once, at the end; at once if that has passed. Returns the function that unsubscribes. */
  onEnd(listener: () => void): () => void;
  end(): void;
}

export function createLifetime(of: string, since: number): Lifetime {
  return new DefinitionLifetime(of, since);
}

/** Costs next to nothing without listeners: there is one for every CRD. */
class DefinitionLifetime implements Lifetime {
  readonly of: string;
  readonly since: number;
  isOver = false;
  #listeners: Set<() => void> | undefined;

  constructor(of: string, since: number) {
    this.of = of;
    this.since = since;
  }

  onEnd(listener: () => void): () => void {
    if (this.isOver) {
      listener();
      return () => {};
    }
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => this.#listeners?.delete(listener);
  }

  end(): void {
    this.isOver = true;
    const ended = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of ended) {
      listener();
    }
  }
}
