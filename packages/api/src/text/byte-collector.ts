import { allocateBytes } from "./text-bytes.ts";

const NOTHING = new Uint8Array();
/** Initial size of the buffer, which grows with the received bytes, not with the announced length. */
const FIRST_BYTES = 1024;

/**
 * Collects bytes that arrive in chunks, such as a body, a header block or a frame, in one buffer. Chunks are copied and
 * not kept: the memory is at most twice the received bytes and {@link FIRST_BYTES}, however small the chunks are.
 */
export class ByteCollector {
  readonly #announced: number;
  #bytes: Uint8Array | undefined;
  #length = 0;

  /** `announced` is the expected number of bytes; undefined if unknown. */
  constructor(announced: number | undefined) {
    this.#announced = announced ?? 0;
  }

  get length(): number {
    return this.#length;
  }

  /** Size of the buffer in bytes. */
  get capacity(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength;
    const bytes = this.#reserve(length);
    bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** Received bytes, as a view that is valid until more are added. */
  view(): Uint8Array {
    return this.#bytes?.subarray(0, this.#length) ?? NOTHING;
  }

  /** Takes the received bytes; the collector is empty afterwards. */
  take(): Uint8Array {
    const bytes = this.view();
    this.drop();
    return bytes;
  }

  /** Drops the bytes and keeps the buffer. */
  clear(): void {
    this.#length = 0;
  }

  drop(): void {
    this.#bytes = undefined;
    this.#length = 0;
  }

  #reserve(length: number): Uint8Array {
    const bytes = this.#bytes;
    if (bytes !== undefined && length <= bytes.byteLength) {
      return bytes;
    }
    const doubled = Math.max(length, 2 * (bytes?.byteLength ?? 0), FIRST_BYTES);
    // Not larger than the announced size, unless more has arrived.
    const larger = allocateBytes(this.#announced >= length ? Math.min(doubled, this.#announced) : doubled);
    if (bytes !== undefined) {
      larger.set(bytes.subarray(0, this.#length));
    }
    this.#bytes = larger;
    return larger;
  }
}
