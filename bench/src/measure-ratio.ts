import type { Comparison, Work } from "./benchmark.ts";

export interface Ratio {
  /** Median of the ratios of all rounds. */
  readonly ratio: number;
  /** Half the width of the 95 % interval of that median. */
  readonly plusMinus: number;
  readonly rounds: number;
  readonly subjectMicros: number;
  readonly baselineMicros: number;
}

export interface MeasureOptions {
  /** Stop when `plusMinus` is below this share of the ratio. */
  readonly precision: number;
  readonly minRounds: number;
  readonly maxRounds: number;
  readonly sampleMs: number;
}

const defaultOptions: MeasureOptions = { precision: 0.02, minRounds: 15, maxRounds: 120, sampleMs: 25 };

/**
 * Measures both sides alternately, so that other work on the machine affects both alike, until the interval is narrow
 * enough or the rounds are used up. The order alternates too: the second side of a round finds warmer caches.
 */
export async function measureRatio(comparison: Comparison, options: MeasureOptions = defaultOptions): Promise<Ratio> {
  const { subject, baseline } = comparison;
  const subjectTimes = await calibrate(subject, options.sampleMs);
  const baselineTimes = await calibrate(baseline, options.sampleMs);
  const rounds: { subject: number; baseline: number }[] = [];
  for (;;) {
    const isEven = rounds.length % 2 === 0;
    const first = isEven ? await sample(subject, subjectTimes) : await sample(baseline, baselineTimes);
    const second = isEven ? await sample(baseline, baselineTimes) : await sample(subject, subjectTimes);
    rounds.push(isEven ? { subject: first, baseline: second } : { subject: second, baseline: first });
    if (rounds.length >= options.minRounds) {
      const result = summarize(rounds);
      if (rounds.length >= options.maxRounds || result.plusMinus <= options.precision * result.ratio) {
        return result;
      }
    }
  }
}

/** Number of calls for a sample, determined while the engine warms up: code gets faster for about a second. */
async function calibrate(work: Work, sampleMs: number): Promise<number> {
  const warmUntil = process.hrtime.bigint() + 1_000_000_000n;
  let times = 1;
  let micros = await sample(work, times);
  while (process.hrtime.bigint() < warmUntil || micros * times < sampleMs * 1000) {
    times = Math.max(1, Math.min(times * 4, Math.ceil((sampleMs * 1000) / Math.max(micros, 0.001))));
    micros = await sample(work, times);
  }
  return times;
}

/**
 * Microseconds of a call. Work that never waits is measured by processor time, which other programs affect far less
 * than wall time.
 */
async function sample(work: Work, times: number): Promise<number> {
  const start = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  let isWaiting = false;
  for (let i = 0; i < times; i++) {
    const pending = work.run();
    if (pending !== undefined) {
      isWaiting = true;
      await pending;
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const micros = isWaiting && work.isCpuBound !== true ? Number(process.hrtime.bigint() - start) / 1000 : user + system;
  return micros / times;
}

function summarize(rounds: readonly { subject: number; baseline: number }[]): Ratio {
  const ratios = rounds.map((round) => round.subject / round.baseline).sort((a, b) => a - b);
  const n = ratios.length;
  // Order statistics that enclose the median with 95 % confidence, whatever the distribution.
  const reach = Math.ceil((1.96 * Math.sqrt(n)) / 2);
  const low = ratios[Math.max(0, Math.floor(n / 2) - reach)] as number;
  const high = ratios[Math.min(n - 1, Math.floor(n / 2) + reach)] as number;
  return {
    ratio: median(ratios),
    plusMinus: (high - low) / 2,
    rounds: n,
    subjectMicros: median(rounds.map((round) => round.subject)),
    baselineMicros: median(rounds.map((round) => round.baseline)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
