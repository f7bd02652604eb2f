import { randomUUID } from "node:crypto";
import { asObject, asObjects, type Clock, printTime } from "@kiln/api";
import { type Client, type ResourceType, wait } from "@kiln/client";
import { makeSigningRequest } from "./signing-request.ts";
import type { WebhookCertificate } from "./webhook-certificate.ts";

const REQUESTS: ResourceType = {
  group: "certificates.k8s.io",
  version: "v1",
  plural: "certificatesigningrequests",
  isNamespaced: false,
};

export interface CertificateRequest {
  readonly names: readonly string[];
  /** Name of the signer; the user needs permission to approve its requests. */
  readonly signer: string;
  /** CA of the signer as PEM, which the cluster does not publish. */
  readonly ca: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const POLL_MS = 500;

/** Lets the cluster sign a certificate: requests and approves it, and waits for it. */
export async function requestCertificate(client: Client, options: CertificateRequest): Promise<WebhookCertificate> {
  const { names, signer, ca, clock, timeoutMs } = options;
  const { request, key } = makeSigningRequest(names);
  const name = `kiln-snapshot-${randomUUID()}`;
  const created = await client.create(REQUESTS, {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name },
    spec: {
      request: Buffer.from(request).toString("base64"),
      signerName: signer,
      usages: ["digital signature", "server auth"],
    },
  });
  const now = printTime(clock.now());
  const approved = {
    type: "Approved",
    status: "True",
    reason: "KilnSnapshotCerts",
    message: "approved by the user of kiln snapshot certs",
    lastUpdateTime: now,
  };
  await client.update(REQUESTS, { ...created, status: { conditions: [approved] } }, { subresource: "approval" });
  const deadlineMs = clock.monotonicMs() + timeoutMs;
  while (clock.monotonicMs() < deadlineMs) {
    const { status } = await client.get(REQUESTS, { name });
    const { certificate, conditions } = asObject(status);
    if (typeof certificate === "string" && certificate !== "") {
      return { server: { cert: Buffer.from(certificate, "base64").toString("utf8"), key }, ca };
    }
    const refusal = asObjects(conditions).find(({ type }) => type === "Denied" || type === "Failed");
    if (refusal !== undefined) {
      throw new Error(`${signer} did not sign ${name}: ${refusal.type}: ${refusal.message ?? refusal.reason ?? ""}`);
    }
    await wait(clock, POLL_MS, new AbortController().signal);
  }
  throw new Error(`${signer} has not signed ${name} in time; kubectl describe csr ${name} may say why`);
}
