import { createPublicKey, X509Certificate } from "node:crypto";
import { decodeUtf8, type JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { type Client, createClient } from "@kiln/client";
import { describe, expect, it } from "vitest";
import { type InstallOptions, installCertificate } from "./install-certificate.ts";
import { requestCertificate } from "./request-certificate.ts";
import { makeSigningRequest } from "./signing-request.ts";
import { makeWebhookCertificate, mergeBundles, serviceNames } from "./webhook-certificate.ts";

const DAY_MS = 24 * 3600 * 1000;
const START = new Date("2026-01-01");
const NAMES = serviceNames("hook", "ns");
const later = (days: number) => new Date(START.getTime() + days * DAY_MS);

describe("makeWebhookCertificate()", () => {
  const { ca, server } = makeWebhookCertificate(NAMES, 90, START);
  const certificate = new X509Certificate(server.cert);

  it("is trusted by those who trust its authority, under every name of the Service", () => {
    expect(certificate.verify(new X509Certificate(ca).publicKey)).toBe(true);
    expect(NAMES.map((name) => certificate.checkHost(name))).toEqual(NAMES);
  });

  it("ends with its authority", () => {
    expect(new Date(certificate.validTo)).toEqual(later(90));
    expect(mergeBundles([ca, ca, "no certificate"], START)).toBe(ca);
    expect(mergeBundles([ca], later(91))).toBe("");
  });
});

describe("makeSigningRequest()", () => {
  it("asks for a key of its own", () => {
    const { request, key } = makeSigningRequest(NAMES);
    const bytes = Buffer.from(request.replace(/-----[A-Z ]+-----/g, ""), "base64");
    const spki = createPublicKey(key).export({ type: "spki", format: "der" });
    expect(bytes.includes(spki)).toBe(true);
    expect(NAMES.every((name) => bytes.includes(name))).toBe(true);
  });
});

const PLACE = { namespace: "default", secret: "hook-certificate", configuration: "hook" };
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

async function start(): Promise<{ server: TestServer; client: Client }> {
  const server = await startTestServer();
  await server.send("POST", CONFIGURATIONS, {
    body: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "hook" },
      webhooks: [
        {
          name: "hook.example.com",
          clientConfig: { service: { name: "hook", namespace: "ns" } },
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
        },
      ],
    },
  });
  const client = createClient({
    userAgent: "test/1",
    transport: {
      close: () => {},
      async send({ method, target, headers, body }) {
        const text = body === undefined ? {} : { body: decodeUtf8(body) };
        const answer = await server.send(method, target, { headers, ...text });
        return {
          status: answer.status,
          headers: {},
          body: (async function* () {
            yield answer.bytes;
          })(),
        };
      },
    },
  });
  return { server, client };
}

const optionsAt = (now: Date): InstallOptions => ({
  place: PLACE,
  renewBeforeMs: 30 * DAY_MS,
  now,
  make: async () => makeWebhookCertificate(NAMES, 90, now),
});

async function readSecret(server: TestServer): Promise<{ cert: string; ca: string }> {
  const { json } = await server.send("GET", "/api/v1/namespaces/default/secrets/hook-certificate");
  const data = json?.data as Record<string, string>;
  const decode = (name: string) => Buffer.from(data[name] ?? "", "base64").toString();
  return { cert: decode("tls.crt"), ca: decode("ca.crt") };
}

async function readBundle(server: TestServer): Promise<string> {
  const { json = {} } = await server.send("GET", `${CONFIGURATIONS}/hook`);
  const [webhook] = json.webhooks as [{ clientConfig: JsonObject }];
  return Buffer.from(String(webhook.clientConfig.caBundle), "base64").toString();
}

describe("installCertificate()", () => {
  it("makes a certificate that is trusted, and leaves it alone while it lasts", async () => {
    const { server, client } = await start();
    expect(await installCertificate(client, optionsAt(START))).toBe("renewed");
    const { cert, ca } = await readSecret(server);
    expect(new X509Certificate(cert).verify(new X509Certificate(ca).publicKey)).toBe(true);
    expect(await readBundle(server)).toBe(ca);
    expect(await installCertificate(client, optionsAt(later(59)))).toBe("kept");
    expect((await readSecret(server)).cert).toBe(cert);
  });

  it("has old and new authority trusted while both last, and forgets the old one when it has ended", async () => {
    const { server, client } = await start();
    await installCertificate(client, optionsAt(START));
    const first = await readSecret(server);
    expect(await installCertificate(client, optionsAt(later(61)))).toBe("renewed");
    const second = await readSecret(server);
    expect(await readBundle(server)).toBe(second.ca + first.ca);
    expect(await installCertificate(client, optionsAt(later(95)))).toBe("kept");
    expect(await readBundle(server)).toBe(second.ca);
  });

  it("restores a removed bundle", async () => {
    const { server, client } = await start();
    await installCertificate(client, optionsAt(START));
    const patch = [{ op: "remove", path: "/webhooks/0/clientConfig/caBundle" }];
    const headers = { "content-type": "application/json-patch+json" };
    await server.send("PATCH", `${CONFIGURATIONS}/hook`, { headers, body: JSON.stringify(patch) });
    await installCertificate(client, optionsAt(START));
    expect(await readBundle(server)).toBe((await readSecret(server)).ca);
  });
});

describe("requestCertificate()", () => {
  const REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

  it("asks the cluster, approves, and takes what was signed", async () => {
    const { server, client } = await start();
    const { server: pair, ca } = makeWebhookCertificate(NAMES, 90, START);
    const { clock } = server;
    const asked = requestCertificate(client, {
      names: NAMES,
      signer: "example.com/hooks",
      ca,
      clock,
      timeoutMs: 60_000,
    });
    const found = await waitForApproval(server);
    const status = { ...(found.status as JsonObject), certificate: Buffer.from(pair.cert).toString("base64") };
    const { name } = found.metadata as { name: string };
    const signed = await server.send("PUT", `${REQUESTS}/${name}/status`, { body: { ...found, status } });
    expect(signed.status).toBe(200);
    clock.advance(500);
    expect(await asked).toMatchObject({ ca, server: { cert: pair.cert } });
  });

  it("says why if the signer refuses", async () => {
    const { server, client } = await start();
    const { clock } = server;
    const asked = requestCertificate(client, {
      names: NAMES,
      signer: "example.com/hooks",
      ca: "",
      clock,
      timeoutMs: 60_000,
    });
    const refused = expect(asked).rejects.toThrow(/did not sign kiln-snapshot-.*: Failed: no such name/);
    const found = await waitForApproval(server);
    const { conditions } = found.status as { conditions: JsonObject[] };
    const failed = { type: "Failed", status: "True", reason: "Policy", message: "no such name" };
    const { name } = found.metadata as { name: string };
    const status = { conditions: [...conditions, failed] };
    expect((await server.send("PUT", `${REQUESTS}/${name}/status`, { body: { ...found, status } })).status).toBe(200);
    clock.advance(500);
    await refused;
  });

  async function waitForApproval(server: TestServer): Promise<JsonObject> {
    for (;;) {
      const { json = {} } = await server.send("GET", REQUESTS);
      const [found] = json.items as JsonObject[];
      const { conditions = [] } = (found?.status ?? {}) as { conditions?: JsonObject[] };
      if (found !== undefined && conditions[0]?.type === "Approved") {
        return found;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});
