type Pieces = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

/**
 * Body made of batches of chunks. Empties each batch, so that a suspended generator, which still refers to its last
 * batch, keeps no chunk in memory.
 */
export function unpackBatches(batches: AsyncGenerator<Uint8Array[]>): AsyncIterableIterator<Uint8Array> {
  let batch: Uint8Array[] = [];
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (batch.length === 0) {
        const { done, value } = await batches.next();
        if (done === true) {
          return { done, value: undefined };
        }
        batch = value;
      }
      return { done: false, value: batch.shift() as Uint8Array };
    },
    async return() {
      batch = [];
      await batches.return(undefined);
      return { done: true, value: undefined };
    },
  };
}

/**
 * Calls `take` with each chunk until it returns false. Holds no reference to a chunk while it waits for the next, which
 * may take as long as a client does not read.
 */
export async function forEachPiece(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (piece: Uint8Array) => Promise<boolean>,
): Promise<"all" | "stopped"> {
  const pieces: Pieces = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]();
  let state: Taken = "taken";
  try {
    while (state === "taken") {
      state = await takeNext(pieces, take);
    }
  } finally {
    if (state !== "all") {
      await pieces.return?.();
    }
  }
  return state;
}

type Taken = "taken" | "all" | "stopped";

async function takeNext(pieces: Pieces, take: (piece: Uint8Array) => Promise<boolean>): Promise<Taken> {
  const { done, value } = await pieces.next();
  return done === true ? "all" : (await take(value)) ? "taken" : "stopped";
}
