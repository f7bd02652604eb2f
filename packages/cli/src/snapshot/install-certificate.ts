import { asObjects, isJsonObject, type JsonObject, type KubeObject, StatusError } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import { endsAfter, mergeBundles, type WebhookCertificate } from "./webhook-certificate.ts";

/** Secret of a webhook's certificate, and the objects that must trust it. */
export interface CertificatePlace {
  readonly namespace: string;
  readonly secret: string;
  /** Name of the ValidatingWebhookConfiguration. */
  readonly configuration: string;
}

export interface InstallOptions {
  readonly place: CertificatePlace;
  /** Remaining validity below which the certificate is replaced. */
  readonly renewBeforeMs: number;
  readonly now: Date;
  readonly make: () => Promise<WebhookCertificate>;
}

const SECRETS: ResourceType = { group: "", version: "v1", plural: "secrets", isNamespaced: true };
const CONFIGURATIONS: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};

/**
 * Creates a certificate unless one is valid long enough, and adds its CA to the trusted ones before it is used. Callers
 * trust the old and the new CA until the old one expires, so that no call fails in between. Idempotent.
 */
export async function installCertificate(client: Client, options: InstallOptions): Promise<"renewed" | "kept"> {
  const { place, now, renewBeforeMs, make } = options;
  const old = await find(client.get(SECRETS, { namespace: place.namespace, name: place.secret }));
  const data = isJsonObject(old?.data) ? old.data : {};
  const until = new Date(now.getTime() + renewBeforeMs);
  const isLasting = endsAfter(fromBase64(data["tls.crt"]), until) && fromBase64(data["ca.crt"]) !== "";
  if (isLasting) {
    await trust(client, { place, authority: fromBase64(data["ca.crt"]), now });
    return "kept";
  }
  const made = await make();
  await trust(client, { place, authority: mergeBundles([made.ca, fromBase64(data["ca.crt"])], now), now });
  await writeSecret(client, { place, old, made });
  return "renewed";
}

async function find(asked: Promise<KubeObject>): Promise<KubeObject | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) {
      return undefined;
    }
    throw error;
  }
}

interface Secret {
  readonly place: CertificatePlace;
  readonly old: KubeObject | undefined;
  readonly made: WebhookCertificate;
}

async function writeSecret(client: Client, { place, old, made }: Secret): Promise<void> {
  const object = {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/tls",
    metadata: (old?.metadata ?? { name: place.secret, namespace: place.namespace }) as JsonObject,
    data: {
      "tls.crt": toBase64(made.server.cert),
      "tls.key": toBase64(made.server.key),
      "ca.crt": toBase64(made.ca),
    },
  };
  await (old === undefined ? client.create(SECRETS, object) : client.update(SECRETS, object));
}

interface Trusted {
  readonly place: CertificatePlace;
  /** CA as PEM. */
  readonly authority: string;
  readonly now: Date;
}

const MAX_ATTEMPTS = 5;

/** Adds the CA to the bundles. Other CAs in a bundle stay until they expire. */
async function trust(client: Client, { place, authority, now }: Trusted): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const found = await client.get(CONFIGURATIONS, { name: place.configuration });
    const webhooks = asObjects(found.webhooks).map((webhook) => {
      const config = isJsonObject(webhook.clientConfig) ? webhook.clientConfig : {};
      const caBundle = toBase64(mergeBundles([authority, fromBase64(config.caBundle)], now));
      return { ...webhook, clientConfig: { ...config, caBundle } };
    });
    if (JSON.stringify(webhooks) === JSON.stringify(found.webhooks)) {
      return;
    }
    try {
      await client.update(CONFIGURATIONS, { ...found, webhooks } as JsonObject);
      return;
    } catch (error) {
      if (!(error instanceof StatusError && error.status.code === 409) || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function fromBase64(value: unknown): string {
  return typeof value === "string" ? Buffer.from(value, "base64").toString("utf8") : "";
}
