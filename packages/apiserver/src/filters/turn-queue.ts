import type { Clock, Timer } from "@kiln/api";

export interface TurnQueueOptions {
  readonly clock: Clock;
  /** Maximum queue length per user; further requests get 429. */
  readonly mostPerUser: number;
}

interface Waiting {
  readonly untilMs: number;
  readonly resolve: (isLetIn: boolean) => void;
}

/** Maximum delay of the rejection after the timeout of a waiting request. */
const SLACK_MS = 1000;

/**
 * Requests that wait for others to finish. Users take turns, so that a user with many requests does not delay those
 * with few; the requests of one user keep their order.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  /** Queued requests by user; the first user is the next in turn. */
  readonly #users = new Map<string, Waiting[]>();
  #timer: Timer | undefined;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /**
   * Queues a request. Resolves to whether it was admitted before its patience ended; undefined if the queue is full.
   */
  wait(user: string, patienceMs: number): Promise<boolean> | undefined {
    const { clock, mostPerUser } = this.#options;
    const line = this.#users.get(user) ?? [];
    if (line.length >= mostPerUser) {
      return undefined;
    }
    this.#users.set(user, line);
    this.#arm();
    return new Promise((resolve) => line.push({ untilMs: clock.monotonicMs() + patienceMs, resolve }));
  }

  /** Admits the next request whose user may enter, and returns the user; undefined if there is none. */
  letIn(mayEnter: (user: string) => boolean): string | undefined {
    for (const [user, line] of this.#users) {
      if (!mayEnter(user)) {
        continue;
      }
      const next = line.shift();
      this.#users.delete(user);
      if (line.length > 0) {
        this.#users.set(user, line);
      }
      if (next !== undefined) {
        next.resolve(true);
        return user;
      }
    }
    return undefined;
  }

  #arm(): void {
    this.#timer ??= this.#options.clock.setTimer(SLACK_MS, () => {
      this.#timer = undefined;
      this.#turnAway(this.#options.clock.monotonicMs());
      if (this.#users.size > 0) {
        this.#arm();
      }
    });
  }

  #turnAway(nowMs: number): void {
    for (const [user, line] of this.#users) {
      const patient = line.filter(({ untilMs }) => untilMs > nowMs);
      for (const { resolve } of line.filter(({ untilMs }) => untilMs <= nowMs)) {
        resolve(false);
      }
      if (patient.length === 0) {
        this.#users.delete(user);
      } else {
        this.#users.set(user, patient);
      }
    }
  }
}
