import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrontProxy } from "@kiln/access";
import { makeFolder } from "../make-folder.ts";
import { makeFrontProxyCertificates } from "./make-certificates.ts";
import { renewCertificatesBeforeMs, writeAtomically } from "./open-certificates.ts";

/**
 * Client certificate for extension API servers in a folder; created on the first start, and again before it expires.
 */
export function openFrontProxy(folder: string, now: Date): FrontProxy {
  const files = {
    ca: join(folder, "front-proxy-ca.crt"),
    cert: join(folder, "front-proxy-client.crt"),
    key: join(folder, "front-proxy-client.key"),
  };
  const known = Object.values(files).every((file) => existsSync(file))
    ? { ca: read(files.ca), cert: read(files.cert), key: read(files.key) }
    : undefined;
  if (known !== undefined && isValid(known, now)) {
    return known;
  }
  const { ca, client } = makeFrontProxyCertificates(now);
  makeFolder(folder, 0o700);
  writeAtomically(files.ca, ca, 0o644);
  writeAtomically(files.key, client.key, 0o600);
  writeAtomically(files.cert, client.cert, 0o644);
  return { ca, cert: client.cert, key: client.key };
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

function isValid({ ca, cert }: FrontProxy, now: Date): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const isCurrent = Date.parse(certificate.validFrom) <= now.getTime();
    const isLasting = Date.parse(certificate.validTo) > now.getTime() + renewCertificatesBeforeMs;
    return isCurrent && isLasting && certificate.checkIssued(new X509Certificate(ca));
  } catch {
    return false;
  }
}
