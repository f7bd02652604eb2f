import type { Clock, Timer } from "@kiln/api";

export interface TurnQueueOptions {
  readonly clock: Clock;
  /** Queue length per user; further requests get 429. */
  readonly mostPerUser: number;
}

interface Waiting {
  readonly untilMs: number;
  readonly resolve: (isLetIn: boolean) => void;
}

/** Delay after its timeout within which a waiting request is rejected. */
const SLACK_MS = 1000;

/**
 * Requests that wait for others to finish. Users take turns, so that a user with many requests does not delay those
 * with few; the requests of one user keep their order.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  /** The user whose turn is next comes first. */
  readonly #users = new Map<string, Waiting[]>();
  #timer: Timer | undefined;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /** Resolves to whether it was let in before its patience ended; undefined if there is no room to wait. */
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

  /** Lets the next request in whose user may enter: gives the user, or undefined if no such request waits. */
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
