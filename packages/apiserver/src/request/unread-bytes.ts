import { type Clock, type StatusError, statusTooManyRequests, type Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { EXCHANGE_OVER } from "@kiln/wire";

/** Maximum bytes of all responses together that are encoded and not yet read by clients. */
export const MAX_UNREAD_BYTES: number = 192 * 1024 * 1024;
/**
 * Part of the free bytes that one user may hold: a fifth of all if alone, less with others, so that others always find
 * room.
 */
export const UNREAD_SHARE: number = 1 / 4;
/**
 * Kubernetes: a request waits at most a quarter of its timeout in its queue (util/flowcontrol/apf_controller.go
 * newTestableController, v1.36).
 */
export const MAX_UNREAD_WAIT_MS = 15_000;
/**
 * Bytes reserved for a slice of a list, whose size is not known yet: the largest stored object and the objects before
 * it.
 */
export const SLICE_RESERVE_BYTES: number = 2 * 1024 * 1024;
/** Responses up to this size are never refused: the limit of requests in flight bounds their number. */
export const SMALL_ANSWER_BYTES: number = 64 * 1024;

/** Bytes held by all responses of one user. */
interface UserShares {
  readonly name: string;
  open: number;
  held: number;
  /** Waiting reservations, in the order of arrival. */
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  /** Reserves the bytes if there is room; returns whether it did. */
  readonly grant: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Parts of the account that shares use. */
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

/** Bytes that one response holds until its last byte is sent or its client has disconnected. */
export class UnreadShare {
  readonly #ledger: Ledger;
  readonly #user: UserShares;
  #bytes = 0;
  #isClosed = false;
  #waiting: Waiting | undefined;
  /** Seat of the request, which is paused while the response waits. */
  waiter: { pause(): void; resume(): void } | undefined;

  constructor(ledger: Ledger, user: UserShares) {
    this.#ledger = ledger;
    this.#user = user;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True if the client has disconnected, or has received the whole response. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if unread responses of the user hold more than the user's part of the memory for them. */
  get isOverdrawn(): boolean {
    return this.#ledger.isOverdrawn(this.#user);
  }

  /** Sets the accounted bytes to this number, whether or not there is room: for bytes that are in memory already. */
  set(bytes: number): void {
    if (!this.#isClosed && bytes !== this.#bytes) {
      this.#ledger.move(this.#user, bytes - this.#bytes);
      this.#bytes = bytes;
    }
  }

  /** Reserves this many bytes if there is room and no other response of the user waits for it. */
  tryReserve(bytes: number): boolean {
    return (this.#user.waiting.size === 0 || bytes <= this.#bytes) && this.#grant(bytes);
  }

  /**
   * Reserves this many bytes, now or when the promise resolves; one reservation at a time. Unless patient, rejects with
   * 429 after {@link MAX_UNREAD_WAIT_MS}. Rejects with ClientGone if the share is closed.
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

  /** Releases all bytes; later reservations fail. */
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

/** Account of bytes, encoded or about to be, that no client has read. Responses without room wait; users alternate. */
export class UnreadBytes {
  readonly #ledger: Ledger;
  readonly #maxBytes: number;
  readonly #users = new Map<string, UserShares>();
  /** Users with a waiting share, the next in turn first. */
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

  /** Total of accounted bytes. */
  get bytes(): number {
    return this.#held;
  }

  /** Number of users with open shares. */
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

  /** A user with one response that holds bytes may grow it as long as any bytes are free. */
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
    // Continues with the next share in the queue, which may need less room.
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

  /** Admits one share per turn of the event loop, because each begins by reading a slice. */
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

// Kubernetes: the message of a request for which no queue has room (server/filters/priority-and-fairness.go Handle,
// v1.36).
export function tooManyUnread(): StatusError {
  return statusTooManyRequests("Too many requests, please try again later.", { retryAfterSeconds: 1 });
}
