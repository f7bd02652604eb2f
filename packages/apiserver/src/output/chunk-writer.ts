import { allocateBytes, encodeUtf8 } from "@kiln/api";
import type { Entry } from "@kiln/store";

/** Size of a chunk: large enough to cost little, small enough that a client can start early. */
const CHUNK_BYTES = 64 * 1024;
/** Estimated bytes of a list besides its items. */
const LIST_BYTES = 2 * 1024;
const ITEM_BYTES = 256;
const MOST_FIRST_BYTES = 256 * 1024;
/** Stored values from this size are not copied into chunks: their memory is never reused by a later slice. */
const SHARED_FROM_BYTES = 256 * 1024;

const NOTHING = new Uint8Array();

/** Copies small buffers into chunks, once each. */
export interface ChunkWriter {
  write(bytes: Uint8Array): void;
  /** Writes a stored value or a part of it: a large one becomes a chunk without a copy. */
  writeStored(bytes: Uint8Array): void;
  /** Writes ASCII text only, without the cost of an encoder. */
  writeAscii(text: string): void;
  writeText(text: string): void;
  /** Bytes written and not taken yet. */
  bytes(): number;
  /** Memory of the chunks that are not taken yet, without stored values. */
  heldBytes(): number;
  hasFull(): boolean;
  /** Takes the full chunks. */
  takeFull(): Uint8Array[];
  /** Takes all chunks, including the one being filled. */
  takeAll(): Uint8Array[];
}

/** Creates a writer. The first chunk has room for the items in `first`, so that a short list is one chunk. */
export function createChunkWriter(first: readonly Entry[] = []): ChunkWriter {
  let buffer = allocateBytes(Math.min(estimateBytes(first), MOST_FIRST_BYTES));
  /** Start and end of the unwritten part in the chunk being filled. */
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
    bytes: () => fullBytes + storedBytes + used - start,
    heldBytes: () => fullBytes + buffer.byteLength,
    hasFull: () => full.length > 0,
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
