import type { Entry } from "@kiln/store";
import { EXCHANGE_OVER } from "@kiln/wire";
import { SLICE_RESERVE_BYTES, type UnreadShare } from "../request/unread-bytes.ts";

/** Slices of a list. Each slice belongs to its reader, which may empty it. */
export type Slices = AsyncIterable<Entry[]> | Iterable<Entry[]>;

type SliceIterator = AsyncIterator<Entry[]> | Iterator<Entry[]>;

interface ListSource {
  slices(): Slices;
  readonly unread: UnreadShare | undefined;
  readonly heldBytes?: number | undefined;
}

/**
 * Reads a list slice by slice. Its share of the unread bytes accounts for the current slice, and for the next one
 * before it is read; `heldBytes` are further bytes of the caller. A caller that waits must hold nothing: two that hold
 * some and wait for more would deadlock.
 */
export class EntryReader {
  readonly #slices: SliceIterator;
  readonly #unread: UnreadShare | undefined;
  /** Size of all entries, if they are in memory already. */
  readonly #allBytes: number | undefined;
  #at = 0;
  #sliceBytes: number;
  /** The current slice. */
  entries: Entry[] = [];

  constructor({ slices, unread, heldBytes }: ListSource) {
    const opened = slices();
    this.#slices = Symbol.asyncIterator in opened ? opened[Symbol.asyncIterator]() : opened[Symbol.iterator]();
    this.#unread = unread;
    this.#allBytes = heldBytes;
    this.#sliceBytes = heldBytes ?? 0;
  }

  /** Next entry; undefined at the end of the slice. */
  next(): Entry | undefined {
    return this.entries[this.#at++];
  }

  /** Accounts for bytes that the caller holds besides the slice, such as encoded entries not sent yet. */
  hold(heldBytes: number): void {
    this.#unread?.set(this.#sliceBytes + heldBytes);
  }

  /** Reserves room for the next slice, if there is room now. */
  makeRoom(heldBytes: number): boolean {
    return this.#unread === undefined || this.#unread.tryReserve(this.#reserve + heldBytes);
  }

  /** Waits for room for the next slice. Unless patient, throws 429 after some time. */
  async waitForRoom({ isPatient }: { readonly isPatient: boolean }): Promise<void> {
    this.#release();
    const waiting = this.#unread?.reserve(this.#reserve, { isPatient });
    if (waiting !== undefined) {
      await waiting;
    }
  }

  /**
   * Reads the next slice, for which room was reserved; false if there is none. It may reuse the memory of the previous
   * slice.
   */
  async read(heldBytes: number): Promise<boolean> {
    if (this.#unread?.isClosed === true) {
      throw EXCHANGE_OVER;
    }
    const { done, value } = await this.#slices.next();
    this.entries = done === true ? [] : value;
    this.#at = 0;
    this.#sliceBytes = this.#allBytes ?? sizeOf(this.entries);
    this.hold(heldBytes);
    return done !== true;
  }

  async close(): Promise<void> {
    await this.#slices.return?.();
  }

  get #reserve(): number {
    return this.#allBytes ?? SLICE_RESERVE_BYTES;
  }

  /**
   * Empties the slice, since dropping it would not free its memory: the suspended generators that made it still refer
   * to it.
   */
  #release(): void {
    if (this.#allBytes === undefined) {
      this.entries.length = 0;
    }
    this.entries = [];
    this.#sliceBytes = this.#allBytes ?? 0;
    this.hold(0);
  }
}

/** Estimated bytes of a slice; entries of a larger slice share memory with the store. */
function sizeOf(entries: readonly Entry[]): number {
  let bytes = 0;
  for (const { value } of entries) {
    bytes += value.byteLength;
  }
  return Math.min(bytes, SLICE_RESERVE_BYTES);
}
