/** Bytes of a body that another program sends. */
export interface GatheredBytes {
  /** Keeps the chunk. Returns why the body is refused, such as `is longer than 5 bytes`; nothing is kept then. */
  add(chunk: Uint8Array): string | undefined;
  /** All bytes so far. */
  bytes(): Uint8Array;
}

const NONE = new Uint8Array(0);

/** Chunks of which a body may consist, however small they are. */
const FREE_CHUNKS = 1000;
/** Average size below which the chunks of a body cost more than its bytes. */
const TINY_BYTES = 64;

/**
 * Gathers a body of at most `maxBytes`. Chunks are copied into one array, which doubles as it fills: kept as they come,
 * chunks of one byte would take a hundred times their size. Each chunk also costs processor time, so that a body of
 * many tiny ones is refused.
 */
export function gatherBytes(maxBytes: number): GatheredBytes {
  // A body of one chunk is not copied.
  let whole: Uint8Array = NONE;
  let length = 0;
  let chunks = 0;
  let fault: string | undefined;
  return {
    add(chunk) {
      const start = length;
      length += chunk.byteLength;
      chunks++;
      if (length > maxBytes) {
        fault ??= `is longer than ${maxBytes} bytes`;
      } else if (chunks > FREE_CHUNKS && length < chunks * TINY_BYTES) {
        fault ??= `has chunks of less than ${TINY_BYTES} bytes`;
      }
      if (fault !== undefined) {
        whole = NONE;
        return fault;
      }
      if (start === 0) {
        whole = chunk;
        return undefined;
      }
      if (length > whole.byteLength || start === whole.byteLength) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(length, 2 * whole.byteLength)));
        larger.set(whole.subarray(0, start));
        whole = larger;
      }
      whole.set(chunk, start);
      return undefined;
    },
    bytes: () => whole.subarray(0, length),
  };
}
