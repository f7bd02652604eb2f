export interface BackoffOptions {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
}

/** Delays between retries: each is twice the previous one, with jitter. */
export interface Backoff {
  nextMs(): number;
  reset(): void;
}

export function createBackoff({ firstMs, lastMs, fraction }: BackoffOptions): Backoff {
  let stepMs = firstMs;
  return {
    nextMs() {
      const delayMs = stepMs * (1 + fraction());
      stepMs = Math.min(stepMs * 2, lastMs);
      return Math.min(delayMs, lastMs);
    },
    reset() {
      stepMs = firstMs;
    },
  };
}
