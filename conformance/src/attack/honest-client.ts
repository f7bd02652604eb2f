import { once } from "node:events";
import { Agent, request } from "node:https";
import type { Target } from "./row.ts";

export interface HonestRequest {
  readonly method?: string;
  readonly path: string;
  /** A bearer token; "certificate" presents the administrator's client certificate. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
}

export interface HonestAnswer {
  readonly status: number;
  readonly text: string;
}

const TIMEOUT_MS = 30_000;

/** Sends one request on a connection of its own, over HTTP/1.1. Rejects without a response in time. */
export async function send(target: Target, sent: HonestRequest): Promise<HonestAnswer> {
  const { ca, cert, key } = target.admin;
  const identity = sent.token === "certificate" ? { cert, key } : {};
  const agent = new Agent({ keepAlive: false, ca, ...identity });
  const authorization = identity.cert === undefined && sent.token !== undefined ? `Bearer ${sent.token}` : undefined;
  const asked = request({
    host: target.host,
    port: target.port,
    method: sent.method ?? "GET",
    path: sent.path,
    agent,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(sent.body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(sent.body) }),
      ...sent.headers,
    },
  });
  const timer = setTimeout(
    () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)),
    sent.timeoutMs ?? TIMEOUT_MS,
  );
  try {
    asked.on("error", () => {});
    asked.end(sent.body);
    const [response] = await once(asked, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk);
    }
    return { status: response.statusCode, text: Buffer.concat(chunks).toString("utf8") };
  } finally {
    clearTimeout(timer);
    agent.destroy();
  }
}
