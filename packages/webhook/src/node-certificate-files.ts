import { readFileSync } from "node:fs";
import type { Clock, Timer } from "@kiln/api";

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authorities of the clients that may call. */
  readonly clientCaFile?: string;
}

export interface CertificateMaterial {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

export function readCertificates({ certFile, keyFile, clientCaFile }: CertificateFiles): CertificateMaterial {
  return {
    cert: readFileSync(certFile, "utf8"),
    key: readFileSync(keyFile, "utf8"),
    ...(clientCaFile === undefined ? {} : { ca: readFileSync(clientCaFile, "utf8") }),
  };
}

const POLL_MS = 10_000;

export interface FollowedFiles {
  readonly files: CertificateFiles;
  readonly clock: Clock;
  /** Called with what is new. What it throws, and files that cannot be read, go to `onFault`; the old ones stay. */
  readonly onChange: (material: CertificateMaterial) => void;
  readonly onFault: (error: unknown) => void;
}

/** Looks at the files every ten seconds: what Kubernetes mounts is swapped by links, which no watch tells reliably. */
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
  return { stop: () => timer.cancel() };
}
