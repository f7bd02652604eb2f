import type { Revision } from "../store.ts";

/** Revisions in one block of bits: 4 KiB. */
const blockRevisions = 32_768;

/** A set of revisions as bits, one for each revision: the revisions of a store are dense. */
export class RevisionSet {
  readonly #blocks = new Map<number, Uint8Array>();
  /** The block used last, kept because neighboring revisions are usually looked up together. */
  #lastNumber = -1;
  #lastBlock: Uint8Array | undefined;

  has(revision: Revision): boolean {
    const block = this.#block(Math.floor(revision / blockRevisions));
    const bit = revision % blockRevisions;
    return block !== undefined && (block[bit >> 3]! & (1 << (bit & 7))) !== 0;
  }

  add(revision: Revision): void {
    const number = Math.floor(revision / blockRevisions);
    const block = this.#block(number) ?? new Uint8Array(blockRevisions / 8);
    this.#blocks.set(number, block);
    this.#lastBlock = block;
    const bit = revision % blockRevisions;
    block[bit >> 3]! |= 1 << (bit & 7);
  }

  clear(): void {
    this.#blocks.clear();
    this.#lastNumber = -1;
    this.#lastBlock = undefined;
  }

  #block(number: number): Uint8Array | undefined {
    if (number !== this.#lastNumber) {
      this.#lastNumber = number;
      this.#lastBlock = this.#blocks.get(number);
    }
    return this.#lastBlock;
  }
}
