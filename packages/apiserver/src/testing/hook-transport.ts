import type { JsonObject } from "@kiln/api";
import {
  type AdmissionRequest,
  type Admit,
  answerReview,
  type WebhookTransport,
  WebhookTransportError,
} from "@kiln/webhook";

/** Admission webhooks in the test process, by the path of their URL, and their requests in order. */
export interface TestHooks {
  readonly transport: WebhookTransport;
  readonly asked: { readonly path: string; readonly url: string; readonly request: AdmissionRequest }[];
}

/** Webhook configuration with one webhook, which {@link createTestHooks} handles at `/<name>`. */
export function hookConfiguration(name: string, webhook: JsonObject): JsonObject {
  return {
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: { url: `https://hook/${name}` },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        ...webhook,
      },
    ],
  };
}

/** Transport to the handlers. A call to a path without a handler fails, as if the webhook were down. */
export function createTestHooks(handlers: Readonly<Record<string, Admit>>): TestHooks {
  const asked: TestHooks["asked"] = [];
  return {
    asked,
    transport: {
      async post({ url, body, signal }) {
        const { pathname } = new URL(url);
        const admit = Object.hasOwn(handlers, pathname) ? handlers[pathname] : undefined;
        if (admit === undefined) {
          throw new WebhookTransportError("exchange", "dial tcp 127.0.0.1:1: connect: connection refused");
        }
        return answerReview(
          {
            admit: (request, given) => {
              asked.push({ path: pathname, url, request });
              return admit(request, given);
            },
          },
          body,
          signal,
        );
      },
      close: () => {},
    },
  };
}
