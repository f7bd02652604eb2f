/** Requests started per turn of the event loop, by all connections together. */
export const REQUESTS_PER_TURN = 64;

/** A connection with unprocessed input. */
export interface Waiting {
  catchUp(): void;
  /** Whether unprocessed input is left after the turn. */
  readonly isBehind: boolean;
}

/**
 * Shares the processor among connections: thousands of requests of one connection, or of thousands of connections,
 * delay the others by a few turns only.
 */
export class Turns {
  readonly #schedule: (callback: () => void) => void;
  readonly #waiting = new Set<Waiting>();
  #left = REQUESTS_PER_TURN;
  #isScheduled = false;

  constructor(schedule: (callback: () => void) => void) {
    this.#schedule = schedule;
  }

  /** Whether a request may be started in this turn. */
  get hasRoom(): boolean {
    return this.#left > 0;
  }

  /** Counts a request that was started in this turn. */
  count(): void {
    this.#left--;
    this.#scheduleNext();
  }

  /** Queues the connection after those that already wait. */
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
