/** Buffered output: a single write to a pipe may take a millisecond. */
export interface GatheredOutput {
  write(text: string): void;
  /** Writes the gathered output. Must be called at the end, also after a failure. */
  flush(): void;
}

const ENOUGH_CHARACTERS = 16 * 1024;
const LONG_ENOUGH_MS = 50;

export interface GatherOptions {
  readonly stream?: { write(text: string): unknown };
  /** Called before each write. */
  readonly onFlush?: () => void;
  readonly now?: () => number;
}

/** Creates a buffer, which is written at the first output after 50 ms, so that progress stays visible. */
export function gatherOutput(options: GatherOptions = {}): GatheredOutput {
  const { stream = process.stdout, onFlush = () => {}, now = () => performance.now() } = options;
  let pieces: string[] = [];
  let length = 0;
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (length > 0) {
      onFlush();
      stream.write(pieces.join(""));
    }
    pieces = [];
    length = 0;
    flushedAt = now();
  };
  return {
    write(text) {
      pieces.push(text);
      length += text.length;
      if (length >= ENOUGH_CHARACTERS || now() - flushedAt >= LONG_ENOUGH_MS) {
        flush();
      }
    },
    flush,
  };
}
