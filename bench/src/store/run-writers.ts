import { median } from "../measure-ratio.ts";

/** Makes one write; resolves when it is durable. */
export type WriteOnce = () => Promise<unknown>;

export interface Load {
  readonly perSecond: number;
  /** Milliseconds from a request to its response. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs `writers` clients, each with one write in flight. */
async function runWriters(write: WriteOnce, writers: number, durationMs: number): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let now = performance.now(); now - start < durationMs; ) {
        await write();
        const answered = performance.now();
        times.push(answered - now);
        now = answered;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99) };
}

export interface LoadComparison {
  /** Rate of the subject divided by that of the baseline: the median of the rounds. */
  readonly ratio: number;
  readonly subject: Load;
  readonly baseline: Load;
}

/** Measures both alternately, so that other work on the machine affects both alike. The first rounds do not count. */
export async function compareWriters(
  subject: WriteOnce,
  baseline: WriteOnce,
  writers: number,
): Promise<LoadComparison> {
  const rounds: { subject: Load; baseline: Load }[] = [];
  for (let i = 0; i < 33; i++) {
    rounds.push({
      subject: await runWriters(subject, writers, 250),
      baseline: await runWriters(baseline, writers, 250),
    });
  }
  const steady = rounds.slice(3);
  return {
    ratio: median(steady.map((round) => round.subject.perSecond / round.baseline.perSecond)),
    subject: middle(steady.map((round) => round.subject)),
    baseline: middle(steady.map((round) => round.baseline)),
  };
}

function middle(loads: readonly Load[]): Load {
  return {
    perSecond: median(loads.map((load) => load.perSecond)),
    p50: median(loads.map((load) => load.p50)),
    p99: median(loads.map((load) => load.p99)),
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
