import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSnapshotAdmit, createVerdictMetrics } from "@kiln/snapshot";
import { serveWebhook, type WebhookServer, type WebhookServerOptions } from "@kiln/webhook/node";
import { type Certificates, makeCertificates } from "../replay/make-certificates.ts";

/** A snapshot webhook on a free port of this machine, with a client. */
export interface OpenWebhook {
  readonly server: WebhookServer;
  readonly url: string;
  readonly ca: string;
  readonly tls: WebhookServerOptions["tls"];
  /** Sets the port that calls go through from now on, such as that of a proxy. */
  callThrough(port: number): void;
  /** Sends a review on a kept-alive connection, as API servers do. */
  post(body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Trusts a further CA, from the next connection on. */
  trust(ca: string): void;
  /** Replaces the certificate and key of the server. */
  rotate(certificates: Certificates): void;
  metrics(): string;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

export async function openWebhook(options: Partial<WebhookServerOptions> = {}): Promise<OpenWebhook> {
  const certificates = await makeCertificates();
  const folder = mkdtempSync(join(tmpdir(), "kiln-snapshot-"));
  const tls = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  const write = ({ loopback }: Certificates) => {
    writeFileSync(tls.certFile, loopback.cert);
    writeFileSync(tls.keyFile, loopback.key);
  };
  write(certificates);
  const verdicts = createVerdictMetrics();
  const admit = createSnapshotAdmit({ settings: { semantics: "kep" }, metrics: verdicts });
  const handlers = { "/volumesnapshot": { admit }, "/volumesnapshots": { admit } };
  const server = await serveWebhook({ handlers, tls, host: "127.0.0.1", port: 0, graceMs: 0, ...options });
  const agent = new https.Agent({ keepAlive: true });
  const authorities = [certificates.ca];
  let { port } = server;
  return {
    server,
    url: `https://127.0.0.1:${server.port}/volumesnapshot`,
    ca: certificates.ca,
    tls,
    callThrough: (other) => {
      port = other;
    },
    metrics: () => verdicts.print(),
    trust: (ca) => {
      authorities.push(ca);
    },
    rotate: write,
    post: (body, headers = {}) => post({ port, agent, ca: authorities }, body, headers),
    async close() {
      agent.destroy();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Place {
  readonly port: number;
  readonly agent: https.Agent;
  readonly ca: string[];
}

function post(place: Place, body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        ...place,
        host: "127.0.0.1",
        path: "/volumesnapshot?timeout=2s",
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
      },
      async (response) => {
        let text = "";
        for await (const chunk of response) {
          text += String(chunk);
        }
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
