import type { Clock } from "@kiln/api";
import type { Transport } from "./transport.ts";
import { wait } from "./wait.ts";

export interface RateOptions {
  readonly clock: Clock;
  readonly perSecond: number;
  /** Requests allowed at once after a pause. */
  readonly burst: number;
}

/** Transport that limits the rate of requests, which are sent in the order of the calls. */
export function limitRate(transport: Transport, { clock, perSecond, burst }: RateOptions): Transport {
  const spacingMs = 1000 / perSecond;
  // Time at which the bucket is full: each request moves it by its share.
  let fullAtMs = clock.monotonicMs();
  return {
    async send(request) {
      const nowMs = clock.monotonicMs();
      fullAtMs = Math.max(fullAtMs, nowMs) + spacingMs;
      const delayMs = fullAtMs - nowMs - burst * spacingMs;
      if (delayMs > 0) {
        await wait(clock, delayMs, request.signal ?? new AbortController().signal);
        request.signal?.throwIfAborted();
      }
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}
