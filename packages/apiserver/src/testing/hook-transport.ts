import type { JsonObject } from "@kiln/api";
import {
  type AdmissionRequest,
  type Admit,
  answerReview,
  type WebhookTransport,
  WebhookTransportError,
} from "@kiln/webhook";

/** Webhooks that are in the same process, by the path of their URL; what they were asked, in order. */
export interface TestHooks {
  readonly transport: WebhookTransport;
  readonly asked: { readonly path: string; readonly url: string; readonly request: AdmissionRequest }[];
}

/** A configuration of one webhook that {@link createTestHooks} has a handler for at `/<name>`. */
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

/** A path without a handler is a webhook that is down. */
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
