import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { FRONT_PROXY_NAME } from "@kiln/access";
import { type CertificateOptions, type Subject, signCertificate } from "./sign-certificate.ts";

export interface KeyPair {
  /** Certificate as PEM. */
  readonly cert: string;
  /** Private key as PEM. */
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
/** The CA is valid in the past, too: it stays usable if the clock was ahead when it was created. */
const CA_BACKDATED_DAYS = 3650;
const LEAF_BACKDATED_DAYS = 1;
const AUTHORITY: Subject = { commonName: "kiln-ca" };
const ADMIN: Subject = { commonName: "kubernetes-admin", organization: "system:masters" };

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/**
 * Creates a CA, a server certificate and an administrator's client certificate. `names` are the DNS names and IP
 * addresses of the server.
 */
export function makeCertificates(names: readonly string[], now: Date): Certificates {
  const ca = makeAuthority(now);
  return { ca, server: makeServerCertificate(ca, names, now), admin: makeAdminCertificate(ca, now) };
}

/** Creates a CA. With the key of an earlier CA its clients trust the new one as well. */
export function makeAuthority(now: Date, key?: string): KeyPair {
  const keys = key === undefined ? makeKeys() : openKeys(key);
  return certify(keys, keys, now, { subject: AUTHORITY, use: "authority" });
}

export function makeServerCertificate(ca: KeyPair, names: readonly string[], now: Date): KeyPair {
  return certify(makeKeys(), openKeys(ca.key), now, { subject: { commonName: "kiln" }, use: "server", names });
}

export function makeAdminCertificate(ca: KeyPair, now: Date): KeyPair {
  return certify(makeKeys(), openKeys(ca.key), now, { subject: ADMIN, use: "client" });
}

/** A client certificate and the CA that signed it. The CA's key is not kept, so it signs nothing else. */
export interface FrontProxyCertificates {
  /** CA certificate as PEM. */
  readonly ca: string;
  readonly client: KeyPair;
}

/** Creates the client certificate by which extension API servers recognize this server. */
export function makeFrontProxyCertificates(now: Date): FrontProxyCertificates {
  const issuer: Subject = { commonName: "kiln-front-proxy-ca" };
  const keys = makeKeys();
  const ca = certify(keys, keys, now, { subject: issuer, issuer, use: "authority" });
  const client = certify(makeKeys(), keys, now, { subject: { commonName: FRONT_PROXY_NAME }, issuer, use: "client" });
  return { ca: ca.cert, client };
}

type About = Pick<CertificateOptions, "subject" | "use" | "names"> & Partial<Pick<CertificateOptions, "issuer">>;

function certify(keys: Keys, issuerKeys: Keys, now: Date, about: About): KeyPair {
  const isAuthority = about.use === "authority";
  const days = isAuthority ? CA_DAYS : LEAF_DAYS;
  const backdatedDays = isAuthority ? CA_BACKDATED_DAYS : LEAF_BACKDATED_DAYS;
  const cert = signCertificate({
    issuer: AUTHORITY,
    ...about,
    publicKey: keys.publicKey,
    issuerKeys,
    notBefore: new Date(now.getTime() - backdatedDays * DAY_MS),
    notAfter: new Date(now.getTime() + days * DAY_MS),
  });
  return { cert, key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

function makeKeys(): Keys {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function openKeys(pem: string): Keys {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
