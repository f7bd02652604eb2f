/** Size of the bucket (burst), and tokens added per second. */
export interface Rate {
  readonly qps: number;
  readonly burst: number;
}

/** Token bucket, which starts full. */
export interface TokenBucket {
  /** Takes a token; false if there is none at this time. */
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
