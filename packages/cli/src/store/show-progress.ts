/** Interval of the progress output. */
const INTERVAL_MS = 1000;

/** Prints progress on standard error once a second if that is a terminal. Short work prints nothing. */
export function createProgress(what: string): (done: number, total?: number) => void {
  let lastMs = performance.now();
  return (done, total) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < INTERVAL_MS) {
      return;
    }
    lastMs = nowMs;
    const of = total === undefined ? "" : ` of ${printCount(total)}`;
    process.stderr.write(`${what}: ${printCount(done)}${of} values\n`);
  };
}

export function printCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Formats a count with its noun: `1 value`, `2 values`. */
export function countOf(count: number, noun: string): string {
  return `${printCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
