import { allocateBytes, encodeUtf8 } from "@kiln/api";
import type { Entry } from "@kiln/store";

/** Big enough that a chunk costs little, small enough that a client has something to do early. */
const CHUNK_BYTES = 64 * 1024;
/** What surrounds the items of a list, and each of them, as far as it is not in the items' own bytes. */
const LIST_BYTES = 2 * 1024;
const ITEM_BYTES = 256;
const MOST_FIRST_BYTES = 256 * 1024;
/** Values of more bytes have memory of their own, which no later slice uses again. */
const SHARED_FROM_BYTES = 256 * 1024;

const NOTHING = new Uint8Array();

/** Gathers pieces into chunks: one copy each, whatever their number. */
export interface ChunkWriter {
  write(bytes: Uint8Array): void;
  /** A stored value or a part of it: a large one is a chunk without being copied. */
  writeStored(bytes: Uint8Array): void;
  /** For characters below 0x80 only; cheaper than encoding for short texts. */
  writeAscii(text: string): void;
  writeText(text: string): void;
  /** Written and not taken yet. */
  readonly bytes: number;
  /** The memory of the chunks that are not taken yet, without stored values. */
  readonly heldBytes: number;
  readonly hasFull: boolean;
  /** The chunks that are full. */
  takeFull(): Uint8Array[];
  /** Everything not taken yet. */
  takeAll(): Uint8Array[];
}

/** With the first items at hand, the first chunk has room for all of them: a short list is then in one piece. */
export function createChunkWriter(first: readonly Entry[] = []): ChunkWriter {
  let buffer = allocateBytes(Math.min(estimateBytes(first), MOST_FIRST_BYTES));
  /** Where the chunk that is being filled begins and ends. */
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
