/** A connection gets room for this many dropped bytes at once, and then for this many a second. */
export const DROPPED_BYTES_PER_SECOND: number = 1024 * 1024;

/**
 * Bytes of bodies that arrive behind their answers and are dropped. The room for them comes back slowly: a client that
 * never stops sending would otherwise fill memory faster than garbage is collected. Honest clients stop at the answer.
 */
export class DroppedBytes {
  readonly #monotonicMs: () => number;
  #waiting = 0;
  /** Bytes that may get room now, as of `#countedMs`. */
  #room = DROPPED_BYTES_PER_SECOND;
  #countedMs: number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#countedMs = monotonicMs();
  }

  /** How many bytes get room again now, of these and those before; to be called with 0 from time to time. */
  drop(bytes: number): number {
    if (this.#waiting + bytes === 0) {
      return 0;
    }
    const nowMs = this.#monotonicMs();
    const room = this.#room + ((nowMs - this.#countedMs) / 1000) * DROPPED_BYTES_PER_SECOND;
    // Time in which no byte waited is saved for a second only.
    this.#room = Math.floor(Math.min(room, Math.max(DROPPED_BYTES_PER_SECOND, this.#waiting)));
    this.#countedMs = nowMs;
    this.#waiting += bytes;
    const granted = Math.min(this.#waiting, this.#room);
    this.#waiting -= granted;
    this.#room -= granted;
    return granted;
  }
}
