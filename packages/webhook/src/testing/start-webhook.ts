import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import type { JsonObject } from "@kiln/api";
import { TEST_CA, TEST_SERVER_CERT, TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { onTestFinished } from "vitest";
import { serveWebhook, type WebhookServer, type WebhookServerOptions } from "../node-serve-webhook.ts";

/** Certificate files that are deleted at the end of the test. */
export function writeCertificates(): Required<WebhookServerOptions["tls"]> {
  const dir = mkdtempSync(join(tmpdir(), "webhook-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const tls = { certFile: join(dir, "tls.crt"), keyFile: join(dir, "tls.key"), clientCaFile: join(dir, "ca.crt") };
  writeFileSync(tls.certFile, TEST_SERVER_CERT);
  writeFileSync(tls.keyFile, TEST_SERVER_KEY);
  writeFileSync(tls.clientCaFile, TEST_CA);
  return tls;
}

/** Webhook server without client authentication, stopped at the end of the test. */
export async function startWebhook(
  options: Partial<WebhookServerOptions> = {},
): Promise<{ readonly server: WebhookServer; readonly tls: WebhookServerOptions["tls"] }> {
  const { certFile, keyFile } = writeCertificates();
  const tls = { certFile, keyFile };
  const server = await serveWebhook({ handlers: {}, tls, host: "127.0.0.1", port: 0, graceMs: 0, ...options });
  onTestFinished(() => server.close());
  return { server, tls };
}

export interface WebhookReply {
  readonly status: number;
  readonly text: string;
  readonly issuedTo: string;
  /** Time for which the server keeps an idle connection. */
  readonly keepAlive: string;
}

export function send(
  port: number,
  path: string,
  options: https.RequestOptions & { readonly body?: string } = {},
): Promise<WebhookReply> {
  return new Promise((resolve, reject) => {
    const { body, headers = { "content-type": "application/json" }, ...rest } = options;
    const sent = https.request(
      { host: "127.0.0.1", port, path, ca: TEST_CA, agent: false, headers, ...rest },
      async (response) => {
        const socket = response.socket as TLSSocket;
        const issuedTo = String(socket.getPeerCertificate().subject?.CN);
        let text = "";
        for await (const chunk of response) {
          text += String(chunk);
        }
        resolve({
          status: response.statusCode ?? 0,
          text,
          issuedTo,
          keepAlive: String(response.headers["keep-alive"]),
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export function post(port: number, path: string, body: string): Promise<WebhookReply> {
  return send(port, path, { method: "POST", body });
}

const REQUEST = {
  uid: "u1",
  operation: "CREATE",
  object: { kind: "Widget", spec: { a: 1 }, list: [1] },
  oldObject: null,
} satisfies JsonObject;

export function printReview(request: JsonObject = REQUEST, version = "v1"): string {
  return JSON.stringify({ kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request });
}
