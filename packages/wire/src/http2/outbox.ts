import { allocateBytes } from "@kiln/api";
import { FRAME_HEAD_BYTES, type FrameHead, writeFrameHead } from "./frames.ts";

/** Socket that the frames are written to. */
export interface Wire {
  /** Calls back once the bytes, which must not change before, are handed to the socket. */
  write(bytes: Uint8Array, done: () => void): void;
  /** Ends the connection after the written bytes. */
  end(): void;
  destroy(): void;
}

export interface OutboxOptions {
  readonly wire: Wire;
  /**
   * Calls back at the end of the turn: the output of a turn leaves in one write, since each write costs more than its
   * content.
   */
  readonly schedule: (callback: () => void) => void;
  readonly monotonicMs: () => number;
  /** Called when {@link Outbox.room} may have grown. */
  readonly onSent: () => void;
}

/** Maximum bytes of bodies in one write. */
const ROOM_BYTES = 64 * 1024;
/** Bytes prepared while a write is in progress: a client that does not read costs little more than one write. */
const READY_BYTES = 16 * 1024;
/** First size of the output buffer: all that an idle connection keeps of it. */
const FIRST_BYTES = 2 * 1024;
const KEPT_BYTES = 128 * 1024;

/**
 * Collects frames while earlier ones are written. Uses two buffers in turn: no write allocates, and bodies are copied
 * once.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #filling: Uint8Array = allocateBytes(FIRST_BYTES);
  #spare: Uint8Array | undefined;
  #length = 0;
  /** Start of the write in progress. */
  writingSinceMs: number | undefined;
  #isScheduled = false;
  #isEnding = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Bytes of bodies that may be added now. */
  get room(): number {
    const most = this.writingSinceMs === undefined ? ROOM_BYTES : READY_BYTES;
    return this.#isEnding ? 0 : most - this.#length;
  }

  /** Bytes that wait for an earlier write. */
  get waiting(): number {
    return this.writingSinceMs === undefined ? 0 : this.#length;
  }

  add(head: Omit<FrameHead, "length">, payload: Uint8Array): void {
    const length = payload.byteLength;
    const at = this.#length;
    this.#reserve(at + FRAME_HEAD_BYTES + length);
    const { type, flags, stream } = head;
    writeFrameHead(this.#filling, at, { length, type, flags, stream });
    this.#filling.set(payload, at + FRAME_HEAD_BYTES);
    this.#length = at + FRAME_HEAD_BYTES + length;
    if (!this.#isScheduled && this.writingSinceMs === undefined) {
      this.#isScheduled = true;
      this.#options.schedule(() => this.#flush());
    }
  }

  /** Ends the connection after the bytes that were added so far. */
  end(): void {
    this.#isEnding = true;
    if (!this.#isScheduled && this.writingSinceMs === undefined) {
      this.#flush();
    }
  }

  /** Releases memory if no write is in progress. */
  shrink(): void {
    if (this.writingSinceMs === undefined && this.#length === 0) {
      this.#spare = undefined;
      this.#filling = allocateBytes(FIRST_BYTES);
    }
  }

  #flush(): void {
    this.#isScheduled = false;
    const { wire, monotonicMs, onSent } = this.#options;
    if (this.#length === 0) {
      if (this.#isEnding) {
        wire.end();
      }
      return;
    }
    const full = this.#filling;
    const length = this.#length;
    this.#filling = this.#spare ?? allocateBytes(FIRST_BYTES);
    this.#spare = undefined;
    this.#length = 0;
    this.writingSinceMs = monotonicMs();
    wire.write(full.subarray(0, length), () => {
      this.writingSinceMs = undefined;
      this.#spare = full.byteLength <= KEPT_BYTES ? full : undefined;
      onSent();
      if (!this.#isScheduled) {
        this.#flush();
      }
    });
  }

  #reserve(length: number): void {
    if (length > this.#filling.byteLength) {
      const larger = allocateBytes(Math.max(length, 2 * this.#filling.byteLength));
      larger.set(this.#filling.subarray(0, this.#length));
      this.#filling = larger;
    }
  }
}
