/** A line that is written over as work goes on. */
export interface Progress {
  step(): void;
  /** Removes the line: when the work ends, and before other output. */
  clear(): void;
}

export interface ProgressOptions {
  /** 0: unknown, or not shown. */
  readonly total: number;
  readonly stream?: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  readonly now?: () => number;
}

/** Time between two writes on a terminal, from the start to the first one, and between two lines of a log. */
const TERMINAL_MS = 100;
const LOG_FIRST_MS = 1_000;
const LOG_MS = 10_000;

/** Shows nothing for short work. A terminal has one changing line; a log gets a line every ten seconds. */
export function createProgress(what: string, options: ProgressOptions): Progress {
  const { total, stream = process.stderr, now = () => performance.now() } = options;
  const isTerminal = stream.isTTY === true;
  let done = 0;
  let isShown = false;
  let nextMs = now() + (isTerminal ? TERMINAL_MS : LOG_FIRST_MS);
  return {
    step() {
      done++;
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
