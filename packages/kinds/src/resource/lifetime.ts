/**
 * Lifetime of a served resource, after which open requests such as watches must end: it lasts until its CRD changes in
 * a way that clients must notice.
 */
export interface Lifetime {
  /** Identity: a resource that replaces one with the same identity continues its lifetime. */
  readonly of: string;
  /** Revision at which it began; earlier resourceVersions are expired. */
  readonly since: number;
  readonly isOver: boolean;
  /**
   * Calls the listener once, when the lifetime ends or at once if it has ended. Returns a function that unsubscribes.
   */
  onEnd(listener: () => void): () => void;
  end(): void;
}

export function createLifetime(of: string, since: number): Lifetime {
  return new DefinitionLifetime(of, since);
}

/** Without listeners it costs next to nothing, because there is one for every CRD. */
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
