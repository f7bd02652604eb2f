import { createPrivateKey, X509Certificate } from "node:crypto";
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { dirname } from "node:path";
import { createSecureContext } from "node:tls";
import type { Clock, Timer } from "@kiln/api";

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** CA bundle that certificates of clients are verified with. */
  readonly clientCaFile?: string;
}

export interface CertificateMaterial {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** Throws if a file is missing, or if key and certificate do not belong together. */
export function readCertificates({ certFile, keyFile, clientCaFile }: CertificateFiles): CertificateMaterial {
  const material = {
    cert: readFileSync(certFile, "utf8"),
    key: readFileSync(keyFile, "utf8"),
    ...(clientCaFile === undefined ? {} : { ca: readFileSync(clientCaFile, "utf8") }),
  };
  createSecureContext(material);
  // The engine detects a key of another certificate only if both are of one type, such as RSA.
  if (!new X509Certificate(material.cert).checkPrivateKey(createPrivateKey(material.key))) {
    throw new Error(`the key in ${keyFile} is not that of the certificate in ${certFile}`);
  }
  return material;
}

/** Expiry of the first certificate in the file, which is the server's own. */
export function expiryOf({ cert }: CertificateMaterial): Date {
  return new Date(new X509Certificate(cert).validTo);
}

const POLL_MS = 10_000;
/** Delay after a change: the files of a pair are written one after the other, and would not match at once. */
const SETTLE_MS = 100;

export interface FollowedFiles {
  readonly files: CertificateFiles;
  readonly clock: Clock;
  /** Called with the new certificate. */
  readonly onChange: (material: CertificateMaterial) => void;
  /** Called for unusable files, and for errors of `onChange`: the old certificate stays in use. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Reads the files when their folders change, and every ten seconds: Kubernetes swaps volumes by symbolic links, and a
 * watch may end silently.
 */
export function followCertificates({ files, clock, onChange, onFault }: FollowedFiles): { stop(): void } {
  let known = JSON.stringify(readCertificates(files));
  let timer: Timer;
  const look = () => {
    try {
      const material = readCertificates(files);
      const text = JSON.stringify(material);
      if (text !== known) {
        onChange(material);
        known = text;
      }
    } catch (error) {
      onFault(error);
    }
    timer = clock.setTimer(POLL_MS, look);
  };
  timer = clock.setTimer(POLL_MS, look);
  const watchers = watchFolders(files, () => {
    timer.cancel();
    timer = clock.setTimer(SETTLE_MS, look);
  });
  return {
    stop() {
      timer.cancel();
      for (const watcher of watchers) {
        watcher.close();
      }
    },
  };
}

/** Watches folders rather than files: replacing a file ends its watch. */
function watchFolders({ certFile, keyFile, clientCaFile }: CertificateFiles, onEvent: () => void): FSWatcher[] {
  const named = [certFile, keyFile, ...(clientCaFile === undefined ? [] : [clientCaFile])];
  return [...new Set(named.map((file) => dirname(file)))].flatMap((folder) => {
    try {
      const watcher = watch(folder, { persistent: false }, onEvent);
      watcher.on("error", () => watcher.close());
      return [watcher];
    } catch {
      // No watch available: polling every ten seconds is enough.
      return [];
    }
  });
}
