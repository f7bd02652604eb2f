import type { Clock } from "@kiln/api";
import type { ClientResponse, Transport } from "./transport.ts";
import { wait } from "./wait.ts";

export interface RetryOptions {
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
}

export interface RetryingTransport extends Transport {
  /** Ends all retries: from now on a 429 or 5xx is returned, also to requests that wait for a retry. */
  giveUp(): void;
}

/** Maximum number of retries, as in Kubernetes' own clients. */
const MOST_RETRIES = 10;
/** Longest Retry-After in seconds that is waited for; a response with a longer one is returned to the caller. */
const MOST_SECONDS = 60;

/**
 * Transport that repeats a request when the server answers 429 or 5xx with Retry-After. The delay has jitter: clients
 * that were rejected together would be rejected together again.
 */
export function retryBusy(transport: Transport, { clock, fraction }: RetryOptions): RetryingTransport {
  const waiting = new Set<AbortController>();
  let hasGivenUp = false;
  const pause = async (delayMs: number, signal: AbortSignal | undefined) => {
    const ending = new AbortController();
    const end = () => ending.abort();
    waiting.add(ending);
    signal?.addEventListener("abort", end);
    await wait(clock, signal?.aborted === true ? 0 : delayMs, ending.signal);
    signal?.removeEventListener("abort", end);
    waiting.delete(ending);
    signal?.throwIfAborted();
  };
  return {
    async send(request) {
      let response = await transport.send(request);
      for (let retry = 0; retry < MOST_RETRIES && !hasGivenUp; retry++) {
        const delayMs = delayOf(response);
        if (delayMs === undefined) {
          break;
        }
        const refusal = await readWhole(response);
        await pause(delayMs * (1 + fraction() / 2), request.signal);
        response = hasGivenUp ? refusal : await transport.send(request);
      }
      return response;
    },
    giveUp() {
      hasGivenUp = true;
      for (const ending of waiting) {
        ending.abort();
      }
    },
    close: () => transport.close(),
  };
}

/** Delay before a retry; undefined if the response is final, or has no Retry-After. */
function delayOf({ status, headers }: ClientResponse): number | undefined {
  const isBusy = status === 429 || status >= 500;
  const after = headers["retry-after"] ?? "";
  return isBusy && /^\d+$/.test(after) && Number(after) <= MOST_SECONDS ? Number(after) * 1000 : undefined;
}

/** Reads the whole body, which releases the connection: leaving it early would cancel the request instead. */
async function readWhole(response: ClientResponse): Promise<ClientResponse> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) {
    pieces.push(piece);
  }
  return { ...response, body: again(pieces) };
}

async function* again(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
