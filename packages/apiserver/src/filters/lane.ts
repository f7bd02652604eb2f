import type { NumberCell } from "@kiln/api";
import type { Seat } from "../request/seat.ts";
import type { TurnQueue } from "./turn-queue.ts";

export interface LaneOptions {
  /** Gauge of requests in flight. */
  readonly gauge: NumberCell;
  readonly limit: number;
  readonly queue: TurnQueue;
}

interface Rows {
  pause(): void;
  resume(): void;
  leave(user: string): void;
  letIn(): void;
}

/** Seat of one request. A class, because closures for its methods would cost more than the rest of the filter. */
class LaneSeat implements Seat {
  readonly #rows: Rows;
  readonly #user: string;
  #isFinished = false;
  #hasLeft = false;

  constructor(rows: Rows, user: string) {
    this.#rows = rows;
    this.#user = user;
  }

  pause(): void {
    this.#rows.pause();
  }

  resume(): void {
    this.#rows.resume();
  }

  finish(): void {
    if (!this.#isFinished) {
      this.#isFinished = true;
      this.#leaveIfDone();
      this.#rows.pause();
    }
  }

  leave(): void {
    if (!this.#hasLeft) {
      this.#hasLeft = true;
      this.#leaveIfDone();
      this.#rows.letIn();
    }
  }

  #leaveIfDone(): void {
    if (this.#isFinished && this.#hasLeft) {
      this.#rows.leave(this.#user);
    }
  }
}

/**
 * Limits requests of one kind, read-only or mutating: those being answered, of all users together, and those in flight,
 * of each user. A client that does not read its responses blocks only its own user.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #inFlight = new Map<string, number>();
  /** State that all seats of the lane share. */
  readonly #rows: Rows = {
    pause: () => {
      this.#working--;
      this.#letIn();
    },
    resume: () => {
      this.#working++;
    },
    leave: (user) => this.#leave(user),
    letIn: () => this.#letIn(),
  };
  #working = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Number of users with requests in flight. */
  get users(): number {
    return this.#inFlight.size;
  }

  /** Seat for a request; undefined if it has to wait. */
  enter(user: string): Seat | undefined {
    return this.#hasRoom(user) ? this.enterBeyond(user) : undefined;
  }

  /** Seat for a request that is exempt from the limit. */
  enterBeyond(user: string): Seat {
    this.#take(user);
    return this.#createSeat(user);
  }

  /** Queues a request. Undefined if the queue is full; resolves to undefined after `patienceMs`. */
  wait(user: string, patienceMs: number): Promise<Seat | undefined> | undefined {
    const turn = this.#options.queue.wait(user, patienceMs);
    return turn?.then((isLetIn) => (isLetIn ? this.#createSeat(user) : undefined));
  }

  #createSeat(user: string): Seat {
    return new LaneSeat(this.#rows, user);
  }

  #hasRoom(user: string): boolean {
    const { limit } = this.#options;
    return this.#working < limit && (this.#inFlight.get(user) ?? 0) < limit;
  }

  #take(user: string): void {
    this.#working++;
    this.#inFlight.set(user, (this.#inFlight.get(user) ?? 0) + 1);
    this.#options.gauge.value++;
  }

  #leave(user: string): void {
    const left = (this.#inFlight.get(user) ?? 0) - 1;
    if (left > 0) {
      this.#inFlight.set(user, left);
    } else {
      this.#inFlight.delete(user);
    }
    this.#options.gauge.value--;
  }

  /** Gives seats to queued requests as long as there is room. */
  #letIn(): void {
    const { limit, queue } = this.#options;
    while (this.#working < limit) {
      const user = queue.letIn((name) => this.#hasRoom(name));
      if (user === undefined) {
        return;
      }
      this.#take(user);
    }
  }
}
