import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "@kiln/api";
import { makeFolder } from "../make-folder.ts";
import {
  type Certificates,
  type KeyPair,
  makeAdminCertificate,
  makeAuthority,
  makeServerCertificate,
} from "./make-certificates.ts";
import { addressFamily } from "./sign-certificate.ts";

/** Remaining validity below which certificates are renewed. */
export const renewCertificatesBeforeMs = 30 * 24 * 3600 * 1000;

export interface CertificateContext {
  /** Additional DNS names and addresses of the server. */
  readonly names?: readonly string[];
  readonly now?: Date;
  readonly log?: Pick<Logger, "info" | "warn">;
}

interface Opening {
  readonly folder: string;
  /** Host and additional names; the serving certificate must contain all of them. */
  readonly names: readonly [string, ...string[]];
  readonly now: Date;
  readonly log: Pick<Logger, "info" | "warn">;
}

const QUIET = { info: () => {}, warn: () => {} };

/** Certificates of a server. A CA without its key still verifies certificates that it signed, but signs no new ones. */
export interface OpenedCertificates extends Omit<Certificates, "ca"> {
  readonly ca: Omit<KeyPair, "key"> & { readonly key: string | undefined };
}

/**
 * Opens the certificates in a folder. They are created on the first start, and renewed if they are not valid now,
 * expire soon or do not contain the host. The CA keeps its key on renewal, so that clients still trust it. Only the
 * owner may read private keys. Throws a sentence with the next step if renewal is not safe.
 */
export function openCertificates(folder: string, host: string, context: CertificateContext = {}): OpenedCertificates {
  const names = [host, ...(context.names ?? [])] as const;
  const opening: Opening = { folder, names: [...names], now: context.now ?? new Date(), log: context.log ?? QUIET };
  makeFolder(folder, 0o700);
  const ca = openAuthority(opening);
  return {
    ca,
    server: openLeaf(opening, ca, {
      name: "server",
      make: (by) => makeServerCertificate(by, serverNames(opening.names), opening.now),
    }),
    admin: openLeaf(opening, ca, { name: "admin", make: (by) => makeAdminCertificate(by, opening.now) }),
  };
}

function openAuthority(opening: Opening): OpenedCertificates["ca"] {
  const { folder, now, log } = opening;
  const certFile = join(folder, "ca.crt");
  const keyFile = join(folder, "ca.key");
  if (!existsSync(keyFile)) {
    return existsSync(certFile) ? openWithoutKey(opening, certFile) : makeFirstAuthority(opening);
  }
  const pair = readPair(folder, "ca");
  if (pair?.isMatched === false) {
    throw new Error(`${keyFile} is not the key of ${certFile}; ${remedyFor(folder)}`);
  }
  const reason = pair === undefined ? "is missing" : whyRenew(new X509Certificate(pair.cert), now);
  if (pair !== undefined && reason === undefined) {
    return { cert: pair.cert, key: pair.key };
  }
  const key = readFileSync(keyFile, "utf8");
  const renewed = readPem(keyFile, () => makeAuthority(now, key));
  writePair(folder, "ca", renewed);
  log.warn(
    { file: certFile, reason },
    `certificate authority renewed with the same key: ${certFile} ${reason}; clients that do not accept the old ca.crt need the new kubeconfig`,
  );
  return renewed;
}

function makeFirstAuthority({ folder, now, log }: Opening): KeyPair {
  const isFirstStart = !existsSync(join(folder, "server.crt")) && !existsSync(join(folder, "admin.crt"));
  const made = makeAuthority(now);
  writePair(folder, "ca", made);
  if (!isFirstStart) {
    log.warn(
      { folder },
      `certificate authority replaced: ${join(folder, "ca.crt")} and ca.key were missing; kubeconfigs and client certificates made before are answered with 401 and need the new kubeconfig`,
    );
  }
  return made;
}

/**
 * Opens a folder without the CA's key, which may be kept elsewhere for safety. The certificates stay in use, because a
 * new CA would lock out all clients.
 */
function openWithoutKey({ folder, now, log }: Opening, certFile: string): OpenedCertificates["ca"] {
  const cert = readFileSync(certFile, "utf8");
  const fault = whyInvalid(
    readPem(certFile, () => new X509Certificate(cert)),
    now,
  );
  const missing = `${join(folder, "ca.key")} is missing`;
  if (fault !== undefined) {
    throw new Error(`${missing}, and ${certFile} ${fault}; ${remedyFor(folder)}`);
  }
  log.warn({ folder }, `certificates cannot be renewed: ${missing}; ${remedyFor(folder)}`);
  return { cert, key: undefined };
}

interface Leaf {
  readonly name: "server" | "admin";
  readonly make: (ca: KeyPair) => KeyPair;
}

function openLeaf({ folder, names, now, log }: Opening, ca: OpenedCertificates["ca"], { name, make }: Leaf): KeyPair {
  const file = join(folder, `${name}.crt`);
  const pair = readPair(folder, name);
  const certificate = pair === undefined ? undefined : new X509Certificate(pair.cert);
  const isServer = name === "server";
  const fault =
    certificate === undefined
      ? "is missing"
      : pair?.isMatched === false
        ? `is not the certificate of ${name}.key`
        : (whyInvalid(certificate, now) ?? whyUnfit(certificate, ca.cert, isServer ? names : []));
  const reason = fault ?? (certificate === undefined ? undefined : whyRenew(certificate, now));
  if (pair !== undefined && (reason === undefined || (ca.key === undefined && fault === undefined))) {
    return { cert: pair.cert, key: pair.key };
  }
  if (ca.key === undefined) {
    throw new Error(`${file} ${fault}, and ${join(folder, "ca.key")} is missing; ${remedyFor(folder)}`);
  }
  const made = make({ cert: ca.cert, key: ca.key });
  writePair(folder, name, made);
  if (pair !== undefined) {
    const advice = isServer ? "" : "; copies of the old kubeconfig end with it: use the new one";
    log.warn({ file, reason }, `certificate renewed: ${file} ${reason}${advice}`);
  }
  return made;
}

/** Reason why the certificate is not valid now; undefined if it is. */
function whyInvalid({ validFrom, validTo }: X509Certificate, now: Date): string | undefined {
  if (Date.parse(validFrom) > now.getTime()) {
    return `is not valid before ${toIso(validFrom)}, and it is ${now.toISOString()}: the clock was ahead, or is behind`;
  }
  return Date.parse(validTo) <= now.getTime() ? `expired at ${toIso(validTo)}` : undefined;
}

function whyRenew(certificate: X509Certificate, now: Date): string | undefined {
  const isEnding = Date.parse(certificate.validTo) <= now.getTime() + renewCertificatesBeforeMs;
  return whyInvalid(certificate, now) ?? (isEnding ? `ends at ${toIso(certificate.validTo)}` : undefined);
}

function whyUnfit(certificate: X509Certificate, ca: string, names: readonly string[]): string | undefined {
  if (!certificate.verify(new X509Certificate(ca).publicKey)) {
    return "was signed by another authority than ca.crt";
  }
  // checkIP() throws if it gets a name.
  const isNamed = (name: string) =>
    (addressFamily(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
  const missing = names.find((name) => !isNamed(name));
  return missing === undefined ? undefined : `does not name ${missing}`;
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}

/** Reason to renew a certificate given by a flag, which the operator must do. */
export function explainGivenCertificate(cert: string, now: Date): string | undefined {
  return whyRenew(new X509Certificate(cert), now);
}

interface FoundPair extends KeyPair {
  /** Whether key and certificate belong together. An interrupted start may leave a new key with an old certificate. */
  readonly isMatched: boolean;
}

function readPair(folder: string, name: string): FoundPair | undefined {
  const certFile = join(folder, `${name}.crt`);
  const keyFile = join(folder, `${name}.key`);
  if (!existsSync(certFile) || !existsSync(keyFile)) {
    return undefined;
  }
  const pair = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  const certificate = readPem(certFile, () => new X509Certificate(pair.cert));
  const key = readPem(keyFile, () => createPrivateKey(pair.key));
  return { ...pair, isMatched: certificate.checkPrivateKey(key) };
}

function writePair(folder: string, name: string, { cert, key }: KeyPair): void {
  writeAtomically(join(folder, `${name}.key`), key, 0o600);
  writeAtomically(join(folder, `${name}.crt`), cert, 0o644);
}

/**
 * Reads a PEM file. A damaged one is never replaced automatically: clients that trust the CA would not trust another
 * one.
 */
function readPem<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const what = file.endsWith(".key") ? "key" : "certificate";
    throw new Error(`${file} holds no ${what} that can be read; ${remedyFor(dirname(file))}`, { cause: error });
  }
}

function remedyFor(folder: string): string {
  return `restore it, or remove the directory ${folder} to have new certificates made`;
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** All names and addresses by which a client may call the server. */
function serverNames([host, ...further]: readonly [string, ...string[]]): string[] {
  const service = ["kubernetes", "kubernetes.default", "kubernetes.default.svc"];
  const names = ["localhost", ...service, `${service[2]}.cluster.local`, "127.0.0.1", "::1", host, ...further];
  return [...new Set(EVERY_ADDRESS.has(host) ? [...names, hostname(), ...ownAddresses()] : names)];
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address.split("%")[0] ?? ""),
  );
}

/** Replaces a file by renaming a complete one, so that readers never see an incomplete file. */
export function writeAtomically(file: string, text: string, mode: number): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, file);
}
