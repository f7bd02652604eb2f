/** Burst, and rate per second. */
export interface Rate {
  readonly qps: number;
  readonly burst: number;
}

/** Starts full. */
export interface TokenBucket {
  /** False if none is left at this moment. */
  take(nowMs: number): boolean;
}

export function createTokenBucket({ qps, burst }: Rate): TokenBucket {
  let tokens = burst;
  let filledMs: number | undefined;
  return {
    take(nowMs) {
      tokens = Math.min(burst, tokens + ((nowMs - (filledMs ?? nowMs)) / 1000) * qps);
      filledMs = nowMs;
      if (tokens < 1) {
        return false;
      }
      tokens -= 1;
      return true;
    },
  };
}
