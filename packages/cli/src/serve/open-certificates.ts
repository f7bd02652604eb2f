import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { type Certificates, type KeyPair, makeCertificates } from "./make-certificates.ts";

const FILES = { ca: "ca", server: "server", admin: "admin" } as const;
const RENEW_BEFORE_MS = 30 * 24 * 3600 * 1000;

/**
 * The certificates in a folder; made on the first start, and made anew when they are about to end or do not name the
 * host. Private keys are readable by their owner alone.
 */
export function openCertificates(folder: string, host: string): Certificates {
  const found = readAll(folder);
  if (found !== undefined && isGood(found, host)) {
    return found;
  }
  const made = makeCertificates(serverNames(host), new Date());
  makeFolder(folder, 0o700);
  for (const name of Object.keys(FILES) as (keyof Certificates)[]) {
    writeAtomically(join(folder, `${name}.crt`), made[name].cert, 0o644);
    writeAtomically(join(folder, `${name}.key`), made[name].key, 0o600);
  }
  return made;
}

function readAll(folder: string): Certificates | undefined {
  const ca = readPair(folder, FILES.ca);
  const server = readPair(folder, FILES.server);
  const admin = readPair(folder, FILES.admin);
  return ca === undefined || server === undefined || admin === undefined ? undefined : { ca, server, admin };
}

function readPair(folder: string, name: string): KeyPair | undefined {
  const certFile = join(folder, `${name}.crt`);
  const keyFile = join(folder, `${name}.key`);
  if (!existsSync(certFile) || !existsSync(keyFile)) {
    return undefined;
  }
  const pair = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  const certificate = readPem(certFile, () => new X509Certificate(pair.cert));
  const key = readPem(keyFile, () => createPrivateKey(pair.key));
  if (!certificate.checkPrivateKey(key)) {
    throw new Error(`${keyFile} is not the key of ${certFile}; ${remedyFor(certFile)}`);
  }
  return pair;
}

/** Never put right by itself: those who trust the authority would not trust another one. */
function readPem<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const what = file.endsWith(".key") ? "key" : "certificate";
    throw new Error(`${file} holds no ${what} that can be read; ${remedyFor(file)}`, { cause: error });
  }
}

function remedyFor(file: string): string {
  return `restore it, or remove the directory ${dirname(file)} to have new certificates made`;
}

function isGood({ ca, server, admin }: Certificates, host: string): boolean {
  const authority = new X509Certificate(ca.cert);
  const leaf = new X509Certificate(server.cert);
  // The look for an address throws where it is given a name.
  const names = isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host);
  const limit = Date.now() + RENEW_BEFORE_MS;
  const isLasting = [server, admin].every(({ cert }) => Date.parse(new X509Certificate(cert).validTo) > limit);
  return names !== undefined && isLasting && leaf.verify(authority.publicKey);
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Every way a client on this machine or in a cluster may call the server. */
function serverNames(host: string): string[] {
  const service = ["kubernetes", "kubernetes.default", "kubernetes.default.svc"];
  const names = ["localhost", ...service, `${service[2]}.cluster.local`, "127.0.0.1", "::1", host];
  return [...new Set(EVERY_ADDRESS.has(host) ? [...names, hostname(), ...ownAddresses()] : names)];
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address.split("%")[0] ?? ""),
  );
}

/** A reader never sees half a file. */
export function writeAtomically(file: string, text: string, mode: number): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, file);
}
