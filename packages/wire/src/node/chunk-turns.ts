import { Budget } from "../http2/budget.ts";

/** Chunks of HTTP/1.1 bodies of all connections that are processed before other work gets a turn. */
export const CHUNKS_PER_TURN = 500;

/** Socket of an HTTP/1.1 connection: it receives one request body at a time. */
export interface BodySocket {
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/**
 * Shares the processor among HTTP/1.1 bodies being received. The parser emits every chunk of a packet at once, up to
 * 10,000 of one byte: when the budget of a turn is spent, no other socket is read before the next turn.
 */
export class ChunkTurns {
  readonly #schedule: (callback: () => void) => void;
  readonly #sockets = new Set<BodySocket>();
  #left = CHUNKS_PER_TURN;
  #isOver = false;

  constructor(schedule: (callback: () => void) => void) {
    this.#schedule = schedule;
  }

  begin(socket: BodySocket): void {
    this.#sockets.add(socket);
    if (this.#isOver) {
      socket.pause();
    }
  }

  count(): void {
    this.#left--;
    if (this.#left <= 0 && !this.#isOver) {
      this.#isOver = true;
      for (const socket of this.#sockets) {
        socket.pause();
      }
      this.#schedule(() => this.#next());
    }
  }

  end(socket: BodySocket): void {
    if (this.#sockets.delete(socket) && this.#isOver) {
      socket.resume();
    }
  }

  #next(): void {
    this.#left = CHUNKS_PER_TURN;
    this.#isOver = false;
    for (const socket of this.#sockets) {
      socket.resume();
    }
  }
}

/**
 * Counts the chunks of one connection's bodies, in the turn of all connections and in the connection's budget of tiny
 * chunks.
 */
export class ChunkPace {
  readonly #turns: ChunkTurns;
  readonly #socket: BodySocket;
  readonly #budget: Budget;
  #isCut = false;

  constructor(turns: ChunkTurns, socket: BodySocket, monotonicMs: () => number) {
    this.#turns = turns;
    this.#socket = socket;
    this.#budget = new Budget(monotonicMs);
  }

  begin(): void {
    this.#turns.begin(this.#socket);
  }

  /**
   * Counts a chunk. Closes the connection if its budget of tiny chunks is spent, after which the remaining chunks of
   * the packet cost nothing here.
   */
  count(bytes: number): void {
    if (this.#isCut) {
      return;
    }
    this.#turns.count();
    try {
      this.#budget.spendData(bytes, { isDecided: false });
    } catch {
      this.#isCut = true;
      this.#socket.destroy();
    }
  }

  end(): void {
    this.#turns.end(this.#socket);
  }
}
