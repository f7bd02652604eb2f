import type { Clock, JsonObject } from "@kiln/api";
import { type AskWebhook, mayPass } from "./open-webhook.ts";

const MAX_TRIES = 5;
const FACTOR = 1.5;
const JITTER = 0.2;

export interface Retries {
  readonly clock: Clock;
  /** Delay before the second attempt; each further one is longer by half. */
  readonly delayMs: number;
}

/** Retries a call as often as Kubernetes does, if a retry may succeed. */
export function retryWebhook(ask: AskWebhook, { clock, delayMs }: Retries): AskWebhook {
  const tryFrom = async (body: JsonObject, tries: number, waitMs: number): Promise<JsonObject> => {
    try {
      return await ask(body);
    } catch (error) {
      if (tries === MAX_TRIES || !mayPass(error)) {
        throw error;
      }
    }
    await new Promise<void>((resolve) => clock.setTimer(waitMs * (1 + Math.random() * JITTER), resolve));
    return tryFrom(body, tries + 1, waitMs * FACTOR);
  };
  return (body) => tryFrom(body, 1, delayMs);
}
