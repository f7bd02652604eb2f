import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSystemClock, durationToMs, parseDuration } from "@kiln/api";
import { type Client, wait } from "@kiln/client";
import { UsageError } from "../command.ts";
import { makeFolder } from "../make-folder.ts";
import { parseFlags } from "../parse-flags.ts";
import { createLogger } from "../serve/create-logger.ts";
import { writeAtomically } from "../serve/open-certificates.ts";
import { withClient } from "./cluster-client.ts";
import { type InstallOptions, installCertificate } from "./install-certificate.ts";
import { requestCertificate } from "./request-certificate.ts";
import { untilStopped } from "./until-stopped.ts";
import { makeWebhookCertificate, serviceNames } from "./webhook-certificate.ts";

const DAY_MS = 24 * 3600 * 1000;
const SIGNER_TIMEOUT_MS = 60_000;
/**
 * Retry interval. Manifests are applied in any order, so a missing object may exist soon, and webhooks wait for their
 * certificate.
 */
const RETRY_MS = 5000;

const FLAGS = [
  "kubeconfig",
  "context",
  "service",
  "namespace",
  "secret",
  "configuration",
  "names",
  "days",
  "renew-before-days",
  "interval",
  "signer",
  "signer-ca-file",
  "out",
] as const;

type Flags = Readonly<Partial<Record<(typeof FLAGS)[number], string>>>;

/** Runs once, or at an interval until a signal. */
export async function runCerts(args: readonly string[]): Promise<number> {
  const options = Object.fromEntries(FLAGS.map((name) => [name, { type: "string" as const }]));
  const flags = parseFlags({ args: [...args], options }).values as Flags;
  const names = namesOf(flags);
  const days = parseDays(flags, "days", 90);
  if (flags.out !== undefined) {
    writeFiles(flags.out, names, days);
    return 0;
  }
  return withClient({ kubeconfig: flags.kubeconfig, context: flags.context }, (client) =>
    flags.interval === undefined ? installOnce(client, flags) : installForever(client, flags, flags.interval),
  );
}

function namesOf(flags: Flags): string[] {
  const { service = "snapshot-validation-service", namespace = "kiln-snapshot", names = "" } = flags;
  return [...serviceNames(service, namespace), ...names.split(",").filter((name) => name !== "")];
}

function writeFiles(folder: string, names: readonly string[], days: number): void {
  const { ca, server } = makeWebhookCertificate(names, days, new Date());
  makeFolder(folder);
  writeAtomically(join(folder, "ca.crt"), ca, 0o644);
  // The key is written first: a server that reads the new certificate must find its key.
  writeAtomically(join(folder, "tls.key"), server.key, 0o600);
  writeAtomically(join(folder, "tls.crt"), server.cert, 0o644);
}

async function installOnce(client: Client, flags: Flags): Promise<number> {
  const outcome = await installCertificate(client, installOptions(client, flags));
  process.stdout.write(
    outcome === "kept" ? "the certificate lasts; it is trusted\n" : "a new certificate is in place\n",
  );
  return 0;
}

async function installForever(client: Client, flags: Flags, interval: string): Promise<number> {
  const { value } = parseDuration(interval);
  if (value === undefined || value <= 0n) {
    throw new UsageError(`--interval takes a time such as 12h, not "${interval}"`);
  }
  const log = createLogger();
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const intervalMs = durationToMs(value);
  while (!stop.signal.aborted) {
    let waitMs = intervalMs;
    try {
      const outcome = await installCertificate(client, installOptions(client, flags));
      log.info(
        { outcome },
        outcome === "kept"
          ? "certs: certificate of the webhook is valid"
          : "certs: certificate of the webhook was renewed",
      );
    } catch (error) {
      log.error({ err: error }, "certs: failed to check the certificate of the webhook: retrying");
      waitMs = Math.min(intervalMs, RETRY_MS);
    }
    await wait(createSystemClock(globalThis), waitMs, stop.signal);
  }
  return 0;
}

function installOptions(client: Client, flags: Flags): InstallOptions {
  const { namespace = "kiln-snapshot", secret = "snapshot-validation-secret" } = flags;
  const { configuration = "validation-webhook.snapshot.storage.k8s.io", signer } = flags;
  const names = namesOf(flags);
  const days = parseDays(flags, "days", 90);
  const now = new Date();
  return {
    place: { namespace, secret, configuration },
    renewBeforeMs: parseDays(flags, "renew-before-days", 30) * DAY_MS,
    now,
    make: async () =>
      signer === undefined
        ? makeWebhookCertificate(names, days, now)
        : requestCertificate(client, {
            names,
            signer,
            ca: readSignerCa(flags),
            clock: createSystemClock(globalThis),
            timeoutMs: SIGNER_TIMEOUT_MS,
          }),
  };
}

function readSignerCa(flags: Flags): string {
  const file = flags["signer-ca-file"];
  if (file === undefined) {
    throw new UsageError("--signer needs --signer-ca-file: the cluster does not tell whose certificate it is");
  }
  return readFileSync(file, "utf8");
}

function parseDays(flags: Flags, name: "days" | "renew-before-days", fallback: number): number {
  const text = flags[name] ?? String(fallback);
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new UsageError(`--${name} takes a number of days, not "${text}"`);
  }
  return Number(text);
}
