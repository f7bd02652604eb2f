/** Progress line on a terminal, which is overwritten as work continues. */
export interface Progress {
  /** Counts one more, or `count`. */
  step(count?: number): void;
  /** Removes the line. To be called when the work ends, and before other output. */
  clear(): void;
}

export interface ProgressOptions {
  /** Total amount of work; 0 if unknown or not shown. */
  readonly total: number;
  readonly stream?: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  readonly now?: () => number;
}

/** Time until the first output and between two outputs: on a terminal, and in a log. */
const TERMINAL_MS = 100;
const LOG_FIRST_MS = 1_000;
const LOG_MS = 10_000;

/**
 * Creates the progress display. Short work shows nothing; a terminal has one line that is updated, a log gets a line
 * every ten seconds.
 */
export function createProgress(what: string, options: ProgressOptions): Progress {
  const { total, stream = process.stderr, now = () => performance.now() } = options;
  const isTerminal = stream.isTTY === true;
  let done = 0;
  let isShown = false;
  let nextMs = now() + (isTerminal ? TERMINAL_MS : LOG_FIRST_MS);
  return {
    step(count = 1) {
      done += count;
      if (total === 0 || now() < nextMs) {
        return;
      }
      nextMs = now() + (isTerminal ? TERMINAL_MS : LOG_MS);
      isShown = isTerminal;
      stream.write(isTerminal ? `\r${what} ${done}/${total}` : `${what} ${done}/${total}\n`);
    },
    clear() {
      if (isShown) {
        stream.write("\r\u001b[K");
        isShown = false;
      }
    },
  };
}
