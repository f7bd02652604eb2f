import type { Authorizer } from "@kiln/access";
import type { Clock, Logger, Random } from "@kiln/api";
import type { NamespaceProjection, ObjectWriter, Registry, Settings } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { WebhookCaller, WebhookReply } from "@kiln/webhook";
import type { Requester } from "./admission-plugin.ts";
import type { AdmissionMetrics } from "./metrics/admission-metrics.ts";
import type { PolicyProjections } from "./registered/policy-projection.ts";
import type { WebhookProjections } from "./registered/webhook-projection.ts";

/** Services of the server that plugins use. */
export interface AdmissionServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly namespaces: NamespaceProjection;
  readonly settings: Settings;
  readonly objects: ObjectWriter;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: { readonly admission: AdmissionMetrics };
  /** Admission policies and bindings. */
  readonly policies: PolicyProjections;
  /** Admission webhooks. */
  readonly webhooks: WebhookProjections;
  /** Calls admission webhooks over the network. */
  readonly webhookCaller: WebhookCaller;
  /** Waits for the reply of a webhook in a request, which does not hold up other large requests meanwhile. */
  readonly waitOutside: (requester: Requester, exchange: () => Promise<WebhookReply>) => Promise<WebhookReply>;
  /** Lets other work run in the middle of a large request. */
  readonly rest: (requester: Requester) => undefined | Promise<void>;
}
