import { type Clock, type StatusError, statusTooManyRequests, type Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { EXCHANGE_OVER } from "@kiln/wire";

/** Encoded bytes that clients have not read yet, of all answers together. */
export const MAX_UNREAD_BYTES: number = 192 * 1024 * 1024;
/**
 * A user holds at most this part of the free bytes: a fifth of all if alone, less beside others, which always find
 * room.
 */
export const UNREAD_SHARE: number = 1 / 4;
/**
 * Kubernetes: a request waits in its queue for at most a quarter of its time (util/flowcontrol/apf_controller.go
 * newTestableController, v1.36).
 */
export const MAX_UNREAD_WAIT_MS = 15_000;
/** Reserved for a slice of a list before its size is known: the largest stored object and the objects read before it. */
export const SLICE_RESERVE_BYTES: number = 2 * 1024 * 1024;
/** Answers up to this size are never refused: the limit of requests in flight bounds their number. */
export const SMALL_ANSWER_BYTES: number = 64 * 1024;

/** All shares of one user. */
interface UserShares {
  readonly name: string;
  open: number;
  held: number;
  /** In the order in which they came. */
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  /** Takes the bytes if there is room. */
  readonly grant: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What shares need of the account. */
interface Ledger {
  readonly clock: Clock;
  /** Whether a share of the user may grow by this many bytes. */
  fits(user: UserShares, more: number, shareBytes: number): boolean;
  isOverdrawn(user: UserShares): boolean;
  move(user: UserShares, more: number): void;
  enqueue(user: UserShares, waiting: Waiting): void;
  dequeue(user: UserShares, waiting: Waiting): void;
  forget(user: UserShares): void;
}

/** The bytes that one answer holds until its last byte is sent or its client is gone. */
export class UnreadShare {
  readonly #ledger: Ledger;
  readonly #user: UserShares;
  #bytes = 0;
  #isClosed = false;
  #waiting: Waiting | undefined;
  /** Told when the answer begins to wait and when it goes on. */
  waiter: { pause(): void; resume(): void } | undefined;

  constructor(ledger: Ledger, user: UserShares) {
    this.#ledger = ledger;
    this.#user = user;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The client is gone, or has everything. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The user holds more than its part already. */
  get isOverdrawn(): boolean {
    return this.#ledger.isOverdrawn(this.#user);
  }

  /** Holds exactly this many bytes, whether or not there is room: for bytes that exist. */
  set(bytes: number): void {
    if (!this.#isClosed && bytes !== this.#bytes) {
      this.#ledger.move(this.#user, bytes - this.#bytes);
      this.#bytes = bytes;
    }
  }

  /** Holds this many bytes if there is room and no other answer of the user waits for it. */
  tryReserve(bytes: number): boolean {
    return (this.#user.waiting.size === 0 || bytes <= this.#bytes) && this.#grant(bytes);
  }

  /**
   * Holds this many bytes, at once or when the promise resolves; one at a time. If not patient, rejects with 429 after
   * {@link MAX_UNREAD_WAIT_MS}. Rejects with ClientGone if the share is closed.
   */
  reserve(bytes: number, { isPatient }: { readonly isPatient: boolean }): Promise<void> | undefined {
    if (this.#isClosed) {
      return Promise.reject(EXCHANGE_OVER);
    }
    if (this.tryReserve(bytes)) {
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const { waiter } = this;
      const leave = () => {
        waiter?.resume();
        timer?.cancel();
        this.#waiting = undefined;
        this.#ledger.dequeue(this.#user, waiting);
      };
      const waiting: Waiting = {
        grant: () => this.#grant(bytes),
        resolve: () => {
          leave();
          resolve();
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      const giveUp = () => waiting.reject(tooManyUnread());
      const timer: Timer | undefined = isPatient ? undefined : this.#ledger.clock.setTimer(MAX_UNREAD_WAIT_MS, giveUp);
      this.#waiting = waiting;
      this.#ledger.enqueue(this.#user, waiting);
      waiter?.pause();
    });
  }

  /** Gives everything back; nothing is held from then on. */
  close(): void {
    if (!this.#isClosed) {
      this.set(0);
      this.#isClosed = true;
      this.#waiting?.reject(EXCHANGE_OVER);
      this.#ledger.forget(this.#user);
    }
  }

  #grant(bytes: number): boolean {
    const fits = this.#isClosed || this.#ledger.fits(this.#user, bytes - this.#bytes, this.#bytes);
    if (fits) {
      this.set(bytes);
    }
    return fits;
  }
}

/**
 * The account of bytes that are encoded, or about to be, and not yet read by their clients. An answer that finds no room
 * waits; users take turns.
 */
export class UnreadBytes {
  readonly #ledger: Ledger;
  readonly #maxBytes: number;
  readonly #users = new Map<string, UserShares>();
  /** Users of whom a share waits; the one whose turn is next comes first. */
  readonly #queue = new Set<UserShares>();
  #held = 0;
  #isScheduled = false;

  constructor(clock: Clock, maxBytes: number = MAX_UNREAD_BYTES) {
    this.#maxBytes = maxBytes;
    this.#ledger = {
      clock,
      fits: (user, more, shareBytes) => this.#fits(user, more, shareBytes),
      isOverdrawn: ({ held }) => held > (this.#maxBytes - this.#held) * UNREAD_SHARE,
      move: (user, more) => this.#move(user, more),
      enqueue: (user, waiting) => this.#enqueue(user, waiting),
      dequeue: (user, waiting) => this.#dequeue(user, waiting),
      forget: (user) => this.#forget(user),
    };
  }

  /** Held in all. */
  get bytes(): number {
    return this.#held;
  }

  /** Users with open shares. */
  get users(): number {
    return this.#users.size;
  }

  open(name: string): UnreadShare {
    let user = this.#users.get(name);
    if (user === undefined) {
      user = { name, open: 0, held: 0, waiting: new Set() };
      this.#users.set(name, user);
    }
    user.open++;
    return new UnreadShare(this.#ledger, user);
  }

  /** The user's only share with bytes may grow as long as any are free. */
  #fits(user: UserShares, more: number, shareBytes: number): boolean {
    const free = this.#maxBytes - this.#held - more;
    return more <= 0 || (user.held === shareBytes && free >= 0) || user.held + more <= free * UNREAD_SHARE;
  }

  #move(user: UserShares, more: number): void {
    user.held += more;
    this.#held += more;
    if (more < 0) {
      this.#schedule();
    }
  }

  #forget(user: UserShares): void {
    user.open--;
    if (user.open === 0) {
      this.#users.delete(user.name);
    }
  }

  #enqueue(user: UserShares, waiting: Waiting): void {
    user.waiting.add(waiting);
    this.#queue.add(user);
    this.#schedule();
  }

  #dequeue(user: UserShares, waiting: Waiting): void {
    user.waiting.delete(waiting);
    if (user.waiting.size === 0) {
      this.#queue.delete(user);
    }
    // The next one may need less.
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#isScheduled && this.#queue.size > 0) {
      this.#isScheduled = true;
      void yieldTurn().then(() => {
        this.#isScheduled = false;
        this.#letOneIn();
      });
    }
  }

  /** One share in a turn of the event loop: each begins by reading a slice. */
  #letOneIn(): void {
    for (const user of this.#queue) {
      const [first] = user.waiting;
      if (first?.grant() === true) {
        this.#queue.delete(user);
        this.#queue.add(user);
        first.resolve();
        this.#schedule();
        return;
      }
    }
  }
}

// Kubernetes: the message for a request that found no place in a queue (server/filters/priority-and-fairness.go Handle,
// v1.36).
export function tooManyUnread(): StatusError {
  return statusTooManyRequests("Too many requests, please try again later.", { retryAfterSeconds: 1 });
}
