/** Queue of chunks between a writer and one reader. */
export interface ByteQueue {
  readonly chunks: AsyncIterable<Uint8Array>;
  push(chunk: Uint8Array): void;
  end(): void;
}

/** `onLeft` is called when the reader stops before the end. */
export function createByteQueue(onLeft: () => void): ByteQueue {
  const waiting: Uint8Array[] = [];
  let isEnded = false;
  let wake = () => {};

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      while (!isEnded || waiting.length > 0) {
        const next = waiting.shift();
        if (next !== undefined) {
          yield next;
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      onLeft();
    }
  }

  return {
    chunks: read(),
    push(chunk) {
      waiting.push(chunk);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
  };
}
