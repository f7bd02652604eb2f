import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { createApiServer } from "@kiln/apiserver";
import { listen } from "@kiln/apiserver/node";
import { createLogger } from "./create-logger.ts";
import { openCertificates, writeAtomically } from "./open-certificates.ts";
import { openStore } from "./open-store.ts";
import { printKubeconfig } from "./print-kubeconfig.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Serves until a signal asks it to stop. */
export async function runServer(options: ServeOptions): Promise<number> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const log = createLogger();
  const [certificates, store] = await Promise.all([
    openCertificates(join(options.dataDir, "pki"), options.host),
    openStore(options),
  ]);
  const random = { uuid: () => randomUUID(), fraction: Math.random };
  const { semantics, features } = options;
  const server = await createApiServer({
    store,
    clock: createSystemClock(globalThis),
    random,
    log,
    semantics,
    features,
  });
  const listener = await listen(server, {
    host: options.host,
    port: options.port,
    tls: { cert: certificates.server.cert, key: certificates.server.key, clientCa: certificates.ca.cert },
  });
  const url = `https://${printHost(options.host)}:${listener.port}`;
  mkdirSync(dirname(options.kubeconfig), { recursive: true });
  writeAtomically(options.kubeconfig, printKubeconfig(url, certificates), 0o600);
  process.stdout.write(printReady(url, options.kubeconfig));
  await stopSignal();
  await listener.close();
  server.close();
  await store.close();
  return 0;
}

function printReady(url: string, kubeconfig: string): string {
  const ms = Math.round(performance.now());
  return `ready ${url} in ${ms} ms\n\n  export KUBECONFIG=${kubeconfig}\n  kubectl api-resources\n\nCtrl-C stops it.\n`;
}

function printHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}
