import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { runGuard } from "@kiln/guard/node";
import { createFaultLog } from "../report/create-fault-log.ts";
import { createLogger } from "../serve/create-logger.ts";
import { openCertificates } from "../serve/open-certificates.ts";
import { untilStopped } from "../snapshot/until-stopped.ts";
import type { GuardWebhookOptions } from "./webhook-options.ts";

/** Serves the admission webhook until SIGINT or SIGTERM. */
export async function runGuardWebhook(options: GuardWebhookOptions): Promise<number> {
  const stopped = untilStopped();
  const log = createLogger();
  const { certFile, keyFile, caFile } = options.tls ?? makeTls(options);
  const access = loadAccess({ file: options.kubeconfig, context: options.context });
  const client = createClient({ transport: openTransport(access), userAgent: "kiln-webhook/1" });
  const guard = await runGuard({
    client,
    clock: createSystemClock(globalThis),
    fraction: Math.random,
    server: { ...options.server, tls: { certFile, keyFile } },
    configuration: options.writesConfiguration
      ? { name: options.configurationName, addressAt: options.addressAt, caFile }
      : undefined,
    onFault: createFaultLog({ log, url: access.url }),
  });
  process.stdout.write(`listening on port ${guard.port}; ready when /readyz says so\n`);
  await stopped;
  await guard.close();
  client.close();
  return 0;
}

interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

function makeTls({ certFolder, callName }: GuardWebhookOptions): TlsFiles {
  openCertificates(certFolder, callName);
  return {
    certFile: join(certFolder, "server.crt"),
    keyFile: join(certFolder, "server.key"),
    caFile: join(certFolder, "ca.crt"),
  };
}
