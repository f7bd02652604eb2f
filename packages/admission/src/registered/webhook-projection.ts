import { compareGoStrings } from "@kiln/api";
import {
  type AdmissionExpressions,
  createAdmissionExpressions,
  decodeStoredJson,
  openStoredValue,
  type ProjectedEvent,
  type Projection,
} from "@kiln/kinds";
import { type AdmissionWebhook, readWebhooks } from "./admission-webhook.ts";

const GROUP_PREFIX = "/registry/admissionregistration.k8s.io/";

/** Stored admission webhooks, updated by commits before their writes are answered. */
export interface WebhookProjection {
  /** All webhooks, sorted by the name of their configuration and then in its order. */
  all(): readonly AdmissionWebhook[];
  apply(event: ProjectedEvent): void;
}

export interface WebhookProjections {
  readonly mutating: WebhookProjection;
  readonly validating: WebhookProjection;
}

export function createWebhookProjections(): WebhookProjections {
  const expressions = createAdmissionExpressions();
  return { mutating: createWebhookProjection(expressions), validating: createWebhookProjection(expressions) };
}

function createWebhookProjection(expressions: AdmissionExpressions): WebhookProjection {
  const configurations = new Map<string, readonly AdmissionWebhook[]>();
  let inOrder: readonly AdmissionWebhook[] = [];
  return {
    all: () => inOrder,
    apply({ key, value }) {
      if (value === undefined) {
        configurations.delete(key);
      } else {
        configurations.set(key, readWebhooks(decodeStoredJson(openStoredValue(value).body), expressions));
      }
      const keys = [...configurations.keys()].sort(compareGoStrings);
      inOrder = keys.flatMap((one) => configurations.get(one) ?? []);
    },
  };
}

export const webhookProjections: readonly Projection<{ readonly webhooks: WebhookProjections }>[] = [
  {
    prefix: `${GROUP_PREFIX}mutatingwebhookconfigurations/`,
    apply: ({ webhooks }, event) => webhooks.mutating.apply(event),
  },
  {
    prefix: `${GROUP_PREFIX}validatingwebhookconfigurations/`,
    apply: ({ webhooks }, event) => webhooks.validating.apply(event),
  },
];
