import { type WebhookTransport, WebhookTransportError } from "@kiln/apiserver/extension";
import type { Simulation } from "../simulation.ts";

/**
 * Transport that refuses calls to addresses of simulated Pods, where nothing listens: a connection would end with the
 * timeout of the webhook. `simulation` is undefined until it has started.
 */
export function refuseWebhooks(
  transport: WebhookTransport,
  simulation: () => Simulation | undefined,
): WebhookTransport {
  return {
    post(request) {
      const { host = "", port = 0 } = request.address ?? {};
      if (simulation()?.addresses.has(host) === true) {
        throw new WebhookTransportError("exchange", nothingListens(host, port));
      }
      return transport.post(request);
    },
    close: () => transport.close(),
  };
}

/** Error of a connection to a simulated Pod. */
export function nothingListens(host: string, port: number): string {
  return `dial tcp ${host}:${port}: the Pod is simulated and runs nothing (kiln serve --simulate)`;
}
