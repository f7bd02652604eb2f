/** This many requests are started between two looks at what else there is to do, by all connections together. */
export const REQUESTS_PER_TURN = 64;

/** Part of a connection's input waits for a turn. */
export interface Waiting {
  catchUp(): void;
  /** There is still more. */
  readonly isBehind: boolean;
}

/**
 * Shares the processor among connections: one that sends thousands of requests at once, or thousands of connections
 * that send some each, delay the others by a few turns and not by all that work.
 */
export class Turns {
  readonly #schedule: (callback: () => void) => void;
  readonly #waiting = new Set<Waiting>();
  #left = REQUESTS_PER_TURN;
  #isScheduled = false;

  constructor(schedule: (callback: () => void) => void) {
    this.#schedule = schedule;
  }

  /** A request may be started in this turn. */
  get hasRoom(): boolean {
    return this.#left > 0;
  }

  /** A request was started. */
  count(): void {
    this.#left--;
    this.#scheduleNext();
  }

  /** Comes to its turn behind those that wait already. */
  wait(connection: Waiting): void {
    this.#waiting.add(connection);
    this.#scheduleNext();
  }

  #scheduleNext(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#schedule(() => this.#begin());
    }
  }

  #begin(): void {
    this.#isScheduled = false;
    this.#left = REQUESTS_PER_TURN;
    for (const connection of this.#waiting) {
      if (this.#left <= 0) {
        break;
      }
      this.#waiting.delete(connection);
      connection.catchUp();
      if (connection.isBehind) {
        this.#waiting.add(connection);
      }
    }
    if (this.#waiting.size > 0) {
      this.#scheduleNext();
    }
  }
}
