import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Logger } from "@kiln/api";
import type { TlsMaterial } from "@kiln/wire/node";
import { explainGivenCertificate, type OpenedCertificates, openCertificates } from "./open-certificates.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Interval of certificate checks; certificates are also checked at start and when the clock was set. */
export const certificateCheckMs = 24 * 3600_000;

/** Interval of clock checks: a clock that was set by more than a minute is noticed within it. */
export const clockCheckMs = 10 * 60_000;
const CLOCK_SET_MS = 60_000;

/** Certificates that the server presents and trusts now. */
export interface TrustedTls {
  readonly certificates: OpenedCertificates;
  readonly tls: TlsMaterial;
  /** CA bundle as PEM by which clients verify the server. */
  readonly trusted: string;
}

type TlsOptions = Pick<ServeOptions, "dataDir" | "host" | "tlsNames" | "tls" | "clientCaFile">;

export interface KeepCertificates {
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly onRenewed: (renewed: TrustedTls) => void;
}

/** Reads, creates or renews the server's TLS files. Throws an Error that names an invalid file. */
export function openTls(options: TlsOptions, { clock, log }: Pick<KeepCertificates, "clock" | "log">): TrustedTls {
  const now = clock.now();
  const certificates = openCertificates(join(options.dataDir, "pki"), options.host, {
    now,
    log,
    names: options.tlsNames ?? [],
  });
  const given = options.tls === undefined ? undefined : readGiven(options.tls, now, log);
  const { cert, key } = given ?? certificates.server;
  const { ca } = certificates;
  // The administrator's certificate is signed by the server's own CA, so that is trusted even beside another client CA.
  const clientCa =
    options.clientCaFile === undefined ? ca.cert : `${ca.cert}\n${readFileSync(options.clientCaFile, "utf8")}`;
  return { certificates, tls: { cert, key, clientCa }, trusted: given?.cert ?? ca.cert };
}

function readGiven(
  { certFile, keyFile }: NonNullable<TlsOptions["tls"]>,
  now: Date,
  log: Pick<Logger, "warn">,
): Pick<TlsMaterial, "cert" | "key"> {
  const cert = readFileSync(certFile, "utf8");
  const reason = explainGivenCertificate(cert, now);
  if (reason !== undefined) {
    log.warn({ file: certFile, reason }, `certificate of --tls-cert-file: ${certFile} ${reason}; replace it`);
  }
  return { cert, key: readFileSync(keyFile, "utf8") };
}

/** Checks the certificates periodically and passes changes on. Returns the function that stops it. */
export function keepCertificates(options: TlsOptions, first: TrustedTls, keep: KeepCertificates): () => void {
  const { clock, onRenewed } = keep;
  const log = createOnceLog(keep.log);
  let current = first;
  const check = () => {
    try {
      const found = openTls(options, { clock, log });
      if (!isSame(found, current)) {
        current = found;
        onRenewed(found);
      }
    } catch (error) {
      log.error({ err: error }, `certificate check failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const look = () => ({ wallMs: clock.now().getTime(), steadyMs: clock.monotonicMs() });
  let checked = look();
  const tick = () => {
    timer = clock.setTimer(clockCheckMs, tick);
    const now = look();
    const passedMs = now.steadyMs - checked.steadyMs;
    const isSet = Math.abs(now.wallMs - checked.wallMs - passedMs) > CLOCK_SET_MS;
    if (isSet || passedMs >= certificateCheckMs) {
      checked = now;
      check();
    }
  };
  let timer = clock.setTimer(clockCheckMs, tick);
  return () => timer.cancel();
}

function isSame(a: TrustedTls, b: TrustedTls): boolean {
  return (
    a.tls.cert === b.tls.cert &&
    a.tls.key === b.tls.key &&
    a.tls.clientCa === b.tls.clientCa &&
    a.certificates.admin.cert === b.certificates.admin.cert
  );
}

/** Logger that writes each message once. */
function createOnceLog(log: KeepCertificates["log"]): KeepCertificates["log"] {
  const said = new Set<string>();
  const once =
    (level: "info" | "warn" | "error") =>
    (fields: object, message: string): void => {
      if (!said.has(message)) {
        said.add(message);
        log[level](fields as never, message);
      }
    };
  return { info: once("info"), warn: once("warn"), error: once("error") } as KeepCertificates["log"];
}
