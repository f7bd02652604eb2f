import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

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

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 3600 * 1000;
const CA_DAYS = 3650;
const LEAF_DAYS = 365;

/** What the server's certificate is good for: every way a client on this machine or in a cluster may name it. */
export interface ServerNames {
  readonly dns: readonly string[];
  readonly ip: readonly string[];
}

/**
 * A certificate authority, a server certificate and an administrator's client certificate. This module is imported
 * only when a certificate must be made: its library costs a quarter of a second at the start.
 */
export async function makeCertificates(names: ServerNames, now: Date): Promise<Certificates> {
  const caKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: "CN=kiln-ca",
    notBefore: backdated(now),
    notAfter: after(now, CA_DAYS),
    signingAlgorithm: ALGORITHM,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  const leaf = (subject: string, extensions: x509.Extension[]) => makeLeaf({ ca, caKeys, subject, extensions, now });
  const sans = [
    ...names.dns.map((value) => ({ type: "dns" as const, value })),
    ...names.ip.map((value) => ({ type: "ip" as const, value })),
  ];
  const server = await leaf("CN=kiln", [
    new x509.SubjectAlternativeNameExtension(sans),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ]);
  const admin = await leaf("CN=kubernetes-admin,O=system:masters", [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ]);
  return { ca: { cert: ca.toString("pem"), key: await exportKey(caKeys.privateKey) }, server, admin };
}

interface LeafOptions {
  readonly ca: x509.X509Certificate;
  readonly caKeys: webcrypto.CryptoKeyPair;
  readonly subject: string;
  readonly extensions: x509.Extension[];
  readonly now: Date;
}

async function makeLeaf({ ca, caKeys, subject, extensions, now }: LeafOptions): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject,
    issuer: ca.subject,
    notBefore: backdated(now),
    notAfter: after(now, LEAF_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...extensions,
    ],
  });
  return { cert: certificate.toString("pem"), key: await exportKey(keys.privateKey) };
}

/** A clock that runs a little behind must not find the certificate from the future. */
function backdated(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

function after(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

function serial(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  // A serial number is positive: the first bit must be zero.
  bytes[0] = (bytes[0] as number) & 0x7f;
  return Buffer.from(bytes).toString("hex");
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}
