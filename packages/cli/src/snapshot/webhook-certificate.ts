import { generateKeyPairSync, X509Certificate } from "node:crypto";
import type { KeyPair } from "../serve/make-certificates.ts";
import { signCertificate } from "../serve/sign-certificate.ts";

/** Key and certificate of a webhook server, and the CA that its callers trust. */
export interface WebhookCertificate {
  readonly server: KeyPair;
  /** CA as PEM. */
  readonly ca: string;
}

const DAY_MS = 24 * 3600 * 1000;

/** All DNS names of a Service. */
export function serviceNames(service: string, namespace: string): string[] {
  return [
    service,
    `${service}.${namespace}`,
    `${service}.${namespace}.svc`,
    `${service}.${namespace}.svc.cluster.local`,
  ];
}

/** Creates a certificate and a CA that signs nothing else: the CA's key is discarded, so that it cannot be stolen. */
export function makeWebhookCertificate(names: readonly string[], days: number, now: Date): WebhookCertificate {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { commonName: `kiln-snapshot-ca ${now.toISOString()}` };
  const shared = {
    issuer,
    issuerKeys: authority,
    // Valid from a day ago, for clients whose clock is behind.
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + days * DAY_MS),
  };
  const [commonName = ""] = names;
  return {
    ca: signCertificate({ ...shared, subject: issuer, publicKey: authority.publicKey, use: "authority" }),
    server: {
      cert: signCertificate({ ...shared, subject: { commonName }, publicKey: own.publicKey, use: "server", names }),
      key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
  };
}

/** Joins bundles: each certificate once, without expired and unreadable ones. */
export function mergeBundles(bundles: readonly string[], now: Date): string {
  const found = bundles.flatMap(
    (text) => text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [],
  );
  return [...new Set(found)]
    .filter((pem) => endsAfter(pem, now))
    .map((pem) => `${pem}\n`)
    .join("");
}

/** Whether a certificate expires after the date; false for an invalid one. */
export function endsAfter(pem: string, date: Date): boolean {
  try {
    return new Date(new X509Certificate(pem).validTo).getTime() > date.getTime();
  } catch {
    return false;
  }
}
