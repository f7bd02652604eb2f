/** A connection gets room for this many dropped bytes at once, and then for this many a second. */
export const DROPPED_BYTES_PER_SECOND: number = 1024 * 1024;

/**
 * Flow control for body bytes that arrive after the response and are dropped. The client may send as many again only
 * slowly: one that never stops would otherwise fill memory faster than garbage is collected. Honest clients stop at the
 * response.
 */
export class DroppedBytes {
  readonly #monotonicMs: () => number;
  #waiting = 0;
  /** Bytes that the client may be allowed to send again now, as of `#countedMs`. */
  #room = DROPPED_BYTES_PER_SECOND;
  #countedMs: number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#countedMs = monotonicMs();
  }

  /**
   * Counts dropped bytes. Returns for how many dropped bytes, earlier ones included, the client may now send new ones.
   * To be called with 0 from time to time.
   */
  drop(bytes: number): number {
    if (this.#waiting + bytes === 0) {
      return 0;
    }
    const nowMs = this.#monotonicMs();
    const room = this.#room + ((nowMs - this.#countedMs) / 1000) * DROPPED_BYTES_PER_SECOND;
    // Unused allowance is kept for one second only.
    this.#room = Math.floor(Math.min(room, Math.max(DROPPED_BYTES_PER_SECOND, this.#waiting)));
    this.#countedMs = nowMs;
    this.#waiting += bytes;
    const granted = Math.min(this.#waiting, this.#room);
    this.#waiting -= granted;
    this.#room -= granted;
    return granted;
  }
}
