import { allocateBytes } from "./text-bytes.ts";

const NOTHING = new Uint8Array();
/** Initial buffer: it grows with the received bytes, not with the announced length. */
const FIRST_BYTES = 1024;

/**
 * Bytes that arrive in chunks, in one buffer: a body, a block of headers, a frame. Chunks are copied, so that none of them is kept: the memory is at most twice the bytes
 * that have arrived and {@link FIRST_BYTES}, however small the chunks are.
 */
export class ByteCollector {
  readonly #announced: number;
  #bytes: Uint8Array | undefined;
  #length = 0;

  /** `announced` bytes are expected; absent if the length is unknown. */
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

  /** Bytes received so far; valid until more are added. */
  view(): Uint8Array {
    return this.#bytes?.subarray(0, this.#length) ?? NOTHING;
  }

  /** Takes the received bytes; the collector is empty afterwards. */
  take(): Uint8Array {
    const bytes = this.view();
    this.drop();
    return bytes;
  }

  /** Keeps the buffer for the next bytes. */
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
    // At most the announced size, unless more has arrived.
    const larger = allocateBytes(this.#announced >= length ? Math.min(doubled, this.#announced) : doubled);
    if (bytes !== undefined) {
      larger.set(bytes.subarray(0, this.#length));
    }
    this.#bytes = larger;
    return larger;
  }
}
