import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

export interface KeyPair {
  /** Certificate as PEM. */
  readonly cert: string;
  /** Private key as PEM. */
  readonly key: string;
}

/** One set serves a whole run: every server and webhook of it listens on loopback. */
export interface Certificates {
  readonly ca: string;
  readonly loopback: KeyPair;
  readonly admin: KeyPair;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const HOUR_MS = 3600 * 1000;

/** Authorities of one name cannot be distinguished, so that two that are trusted at a time need two names. */
export async function makeCertificates(authorityName = "replay-ca"): Promise<Certificates> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${authorityName}`,
    ...lifetime(),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const leaf = async (subject: string, extensions: x509.Extension[]): Promise<KeyPair> => {
    const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: authority.subject,
      ...lifetime(),
      signingAlgorithm: ALGORITHM,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      extensions,
    });
    const key = await webcrypto.subtle.exportKey("pkcs8", own.privateKey);
    return { cert: certificate.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") };
  };
  const loopback = await leaf("CN=replay", [
    new x509.SubjectAlternativeNameExtension([
      { type: "ip", value: "127.0.0.1" },
      { type: "dns", value: "localhost" },
    ]),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ]);
  const admin = await leaf("CN=kubernetes-admin,O=system:masters", [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ]);
  return { ca: authority.toString("pem"), loopback, admin };
}

function lifetime(): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - HOUR_MS), notAfter: new Date(now + 24 * HOUR_MS) };
}
