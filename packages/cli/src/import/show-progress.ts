/**
 * Progress of an import on standard error: one line that is updated on a terminal, otherwise a line every ten seconds.
 */
export interface ImportProgress {
  say(line: string): void;
  step(at: { readonly done: number; readonly total: number; readonly label: string }): void;
  clear(): void;
}

const TERMINAL_MS = 200;
const LOG_MS = 10_000;

export interface ProgressOptions {
  readonly stream?: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  readonly now?: () => number;
}

export function showProgress(options: ProgressOptions = {}): ImportProgress {
  const { stream = process.stderr, now = () => performance.now() } = options;
  const isTerminal = stream.isTTY === true;
  const startMs = now();
  let firstDone: number | undefined;
  let nextMs = startMs + (isTerminal ? TERMINAL_MS : LOG_MS);
  const clear = () => void (isTerminal && stream.write("\r\u001b[K"));
  return {
    say: (line) => void stream.write(`${line}\n`),
    step({ done, total, label }) {
      firstDone ??= done;
      if (now() < nextMs) {
        return;
      }
      nextMs = now() + (isTerminal ? TERMINAL_MS : LOG_MS);
      const left = estimateSeconds({ done: done - firstDone, left: total - done, elapsedMs: now() - startMs });
      const line = `${done} of about ${Math.max(total, done)} objects (${label})${left}`;
      stream.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear,
  };
}

interface Pace {
  readonly done: number;
  readonly left: number;
  readonly elapsedMs: number;
}

function estimateSeconds({ done, left, elapsedMs }: Pace): string {
  return done <= 0 || left <= 0 ? "" : `, about ${Math.ceil(((elapsedMs / done) * left) / 1000)} s left`;
}
