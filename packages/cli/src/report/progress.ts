/** A line that is written over as work goes on. */
export interface Progress {
  step(): void;
  /** Takes the line away: when the work ends, and before anything else is written. */
  clear(): void;
}

/** Steps between two writes: a terminal is slower than most steps. */
const EVERY = 10;

/** Says nothing unless it is long work on a terminal: a log is no place for it. */
export function createProgress(what: string, total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true || total <= EVERY) {
    return { step: () => {}, clear: () => {} };
  }
  let done = 0;
  return {
    step() {
      done++;
      if (done % EVERY === 0) {
        stream.write(`\r${what} ${done}/${total}`);
      }
    },
    clear: () => {
      stream.write("\r\u001b[K");
    },
  };
}
