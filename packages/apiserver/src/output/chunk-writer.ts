import { allocateBytes, encodeUtf8 } from "@kiln/api";
import type { Entry } from "@kiln/store";

/** Large enough that a chunk costs little, small enough that a client can start early. */
const CHUNK_BYTES = 64 * 1024;
/** Estimated bytes around the items of a list. */
const LIST_BYTES = 2 * 1024;
const ITEM_BYTES = 256;
const MOST_FIRST_BYTES = 256 * 1024;
/** Larger values have memory of their own, which no later slice reuses. */
const SHARED_FROM_BYTES = 256 * 1024;

const NOTHING = new Uint8Array();

/** Copies small buffers into chunks, once each. */
export interface ChunkWriter {
  write(bytes: Uint8Array): void;
  /** A stored value or a part of it: a large one becomes a chunk without a copy. */
  writeStored(bytes: Uint8Array): void;
  /** For characters below 0x80 only; cheaper than encoding for short texts. */
  writeAscii(text: string): void;
  writeText(text: string): void;
  /** Bytes written and not taken yet. */
  readonly bytes: number;
  /** The memory of the chunks that are not taken yet, without stored values. */
  readonly heldBytes: number;
  readonly hasFull: boolean;
  /** The chunks that are full. */
  takeFull(): Uint8Array[];
  /** Everything not taken yet. */
  takeAll(): Uint8Array[];
}

/** Given the first items, the first chunk has room for all of them: a short list is then one chunk. */
export function createChunkWriter(first: readonly Entry[] = []): ChunkWriter {
  let buffer = allocateBytes(Math.min(estimateBytes(first), MOST_FIRST_BYTES));
  /** Start and end of the chunk that is being filled. */
  let start = 0;
  let used = 0;
  let full: Uint8Array[] = [];
  let fullBytes = 0;
  let storedBytes = 0;

  const closeChunk = () => {
    if (used > start) {
      full.push(buffer.subarray(start, used));
      fullBytes += used - start;
      start = used;
    }
  };
  const makeRoom = (size: number) => {
    if (used + size > buffer.byteLength) {
      closeChunk();
      buffer = allocateBytes(Math.max(CHUNK_BYTES, size));
      start = 0;
      used = 0;
    }
  };
  const write = (bytes: Uint8Array) => {
    makeRoom(bytes.byteLength);
    buffer.set(bytes, used);
    used += bytes.byteLength;
  };
  const takeFull = () => {
    const taken = full;
    full = [];
    fullBytes = 0;
    storedBytes = 0;
    return taken;
  };
  return {
    get bytes() {
      return fullBytes + storedBytes + used - start;
    },
    get heldBytes() {
      return fullBytes + buffer.byteLength;
    },
    get hasFull() {
      return full.length > 0;
    },
    write,
    writeStored(bytes) {
      if (bytes.byteLength <= SHARED_FROM_BYTES) {
        write(bytes);
        return;
      }
      closeChunk();
      full.push(bytes);
      storedBytes += bytes.byteLength;
    },
    writeText: (text) => write(encodeUtf8(text)),
    writeAscii(text) {
      makeRoom(text.length);
      for (let i = 0; i < text.length; i++) {
        buffer[used + i] = text.charCodeAt(i);
      }
      used += text.length;
    },
    takeFull,
    takeAll() {
      closeChunk();
      buffer = NOTHING;
      start = 0;
      used = 0;
      return takeFull();
    },
  };
}

function estimateBytes(items: readonly Entry[]): number {
  return items.reduce((sum, { value }) => sum + value.byteLength + ITEM_BYTES, LIST_BYTES);
}
