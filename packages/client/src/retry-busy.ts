import type { Clock } from "@kiln/api";
import type { ClientResponse, Transport } from "./transport.ts";
import { wait } from "./wait.ts";

export interface RetryOptions {
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly fraction: () => number;
}

/** As often as Kubernetes' own clients do. */
const MOST_RETRIES = 10;
const NEVER = new AbortController().signal;

/**
 * A transport that comes back when a server asks it to: a refusal for lack of time that says when to try again is not an
 * answer. Not all at once: whoever was refused together would be so again.
 */
export function retryBusy(transport: Transport, { clock, fraction }: RetryOptions): Transport {
  return {
    async send(request) {
      const { signal = NEVER } = request;
      let response = await transport.send(request);
      for (let retry = 0; retry < MOST_RETRIES; retry++) {
        const delayMs = delayOf(response);
        if (delayMs === undefined) {
          break;
        }
        await discard(response);
        await wait(clock, delayMs * (1 + fraction() / 2), signal);
        signal.throwIfAborted();
        response = await transport.send(request);
      }
      return response;
    },
    close: () => transport.close(),
  };
}

/** Undefined if the answer is one, or does not say when to come back. */
function delayOf({ status, headers }: ClientResponse): number | undefined {
  const isBusy = status === 429 || status >= 500;
  const after = headers["retry-after"] ?? "";
  return isBusy && /^\d{1,5}$/.test(after) ? Number(after) * 1000 : undefined;
}

/** Gives the connection back. */
async function discard({ body }: ClientResponse): Promise<void> {
  for await (const _ of body) {
    break;
  }
}
