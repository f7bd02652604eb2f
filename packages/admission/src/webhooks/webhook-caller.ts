import type { WebhookCaller, WebhookCredentials, WebhookTransport } from "@kiln/webhook";
import { WebhookTransportError } from "@kiln/webhook";
import type { AdmissionServices } from "../admission-services.ts";
import { resolveService, type ServiceAddresses } from "./resolve-service.ts";

export interface WebhookSettings {
  readonly transport: WebhookTransport;
  /** Addresses of Services that differ from those of their objects. */
  readonly services?: ServiceAddresses;
  /** Finds the credentials for the webhook at `host:port`. */
  readonly findCredentials?: (hostPort: string) => WebhookCredentials | undefined;
}

export function createWebhookCaller(
  { store, clock }: Pick<AdmissionServices, "store" | "clock">,
  { transport, services = new Map(), findCredentials }: WebhookSettings = { transport: NOWHERE },
): WebhookCaller {
  return {
    transport,
    clock,
    resolveService: (service) => resolveService(store, services, service),
    ...(findCredentials === undefined ? {} : { findCredentials }),
  };
}

/** Transport of a server without network access, such as one in a web page; every call fails. */
const NOWHERE: WebhookTransport = {
  post: async () => {
    throw new WebhookTransportError("exchange", "this server calls no webhooks");
  },
  close: () => {},
};
