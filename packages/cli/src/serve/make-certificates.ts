import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { type CertificateOptions, type Subject, signCertificate } from "./sign-certificate.ts";

export interface KeyPair {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface Certificates {
  readonly ca: KeyPair;
  readonly server: KeyPair;
  readonly admin: KeyPair;
}

const DAY_MS = 24 * 3600 * 1000;
const CA_DAYS = 3650;
const LEAF_DAYS = 365;
const AUTHORITY: Subject = { commonName: "kiln-ca" };

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/**
 * A certificate authority, a server certificate and an administrator's client certificate. `names` is every way a
 * client on this machine or in a cluster may call the server: DNS names and IP addresses.
 */
export function makeCertificates(names: readonly string[], now: Date): Certificates {
  const authority = makeKeys();
  const make = (keys: Keys, days: number, about: Pick<CertificateOptions, "subject" | "use" | "names">): KeyPair => ({
    cert: signCertificate({
      ...about,
      publicKey: keys.publicKey,
      issuer: AUTHORITY,
      issuerKeys: authority,
      // A clock that runs a little behind must not find the certificate from the future.
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(now.getTime() + days * DAY_MS),
    }),
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  });
  const admin: Subject = { commonName: "kubernetes-admin", organization: "system:masters" };
  return {
    ca: make(authority, CA_DAYS, { subject: AUTHORITY, use: "authority" }),
    server: make(makeKeys(), LEAF_DAYS, { subject: { commonName: "kiln" }, use: "server", names }),
    admin: make(makeKeys(), LEAF_DAYS, { subject: admin, use: "client" }),
  };
}

function makeKeys(): Keys {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}
