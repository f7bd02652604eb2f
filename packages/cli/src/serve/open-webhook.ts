import { decodeJson, encodeJson, gatherBytes, isJsonObject, type JsonObject } from "@kiln/api";

const MAX_ANSWER_BYTES = 3 * 1024 * 1024;

export type AskWebhook = (body: JsonObject) => Promise<JsonObject>;

/** Error of a webhook that did not respond with the expected review. */
class WebhookStatusError extends Error {
  override readonly name = "WebhookStatusError";
  readonly status: number;

  constructor(status: number) {
    super(`the webhook answered ${status}`);
    this.status = status;
  }
}

/**
 * Status codes that are retried, besides broken connections. Kubernetes: the same codes
 * (apiserver/pkg/util/webhook/webhook.go DefaultShouldRetry, v1.36).
 */
const PASSING = [429, 500, 504];

/** Whether a retry may succeed after this error. */
export function mayPass(error: unknown): boolean {
  if (error instanceof WebhookStatusError) {
    return PASSING.includes(error.status);
  }
  const codes = [error, (error as Error).cause].map((each) => (each as NodeJS.ErrnoException | undefined)?.code);
  return codes.includes("ECONNRESET");
}

export interface WebhookPlace {
  readonly kubeconfigFile: string;
  /** Flag, or file and field, that configures the webhook, for errors. */
  readonly namedBy: string;
  readonly timeoutMs: number;
}

/**
 * Creates a function that posts JSON to the server of a kubeconfig and returns the JSON of the response. The client is
 * imported only when used.
 */
export async function openWebhook({ kubeconfigFile, namedBy, timeoutMs }: WebhookPlace): Promise<AskWebhook> {
  const { KubeconfigError, loadAccess, openTransport } = await import("@kiln/client/node");
  const load = () => {
    try {
      return loadAccess({ file: kubeconfigFile });
    } catch (error) {
      throw error instanceof KubeconfigError ? new Error(`${namedBy}: ${error.reason}`, { cause: error }) : error;
    }
  };
  const transport = openTransport(load());
  return async (body) => {
    const response = await transport.send({
      method: "POST",
      target: "",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: encodeJson(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readAll(response.body);
    if (response.status < 200 || response.status > 299) {
      throw new WebhookStatusError(response.status);
    }
    const { value } = decodeJson(bytes, { maxBytes: MAX_ANSWER_BYTES });
    if (!isJsonObject(value)) {
      throw new Error("the webhook's answer is not a JSON object");
    }
    return value;
  };
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const gathered = gatherBytes(MAX_ANSWER_BYTES);
  for await (const chunk of body) {
    const fault = gathered.add(chunk);
    if (fault !== undefined) {
      throw new Error(`the webhook's answer ${fault}`);
    }
  }
  return gathered.bytes();
}
