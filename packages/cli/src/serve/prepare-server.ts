import { randomUUID } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { type Clock, createSystemClock, type Logger, type Random } from "@kiln/api";
import { type ApiServerOptions, createSparingLog } from "@kiln/apiserver";
import type { ProxyTransport } from "@kiln/wire";
import { makeFolder } from "../make-folder.ts";
import { createLogger } from "./create-logger.ts";
import { openTls, type TrustedTls } from "./keep-certificates.ts";
import { openKubelet } from "./kubelet-options.ts";
import { openAuth } from "./open-auth.ts";
import { writeAtomically } from "./open-certificates.ts";
import { openFrontProxy } from "./open-front-proxy.ts";
import { openPlugins } from "./open-plugins.ts";
import { openRequestLog } from "./open-request-log.ts";
import { openWebhooks } from "./open-webhooks.ts";
import { printKubeconfig } from "./print-kubeconfig.ts";
import { processMetrics } from "./process-metrics.ts";
import { createUnreadableReport, type UnreadableReport } from "./report-unreadable.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Parts of a server that exist before its store is open, in each of its processes. */
export interface Prepared {
  readonly options: ServeOptions;
  readonly log: Logger;
  readonly unreadable: UnreadableReport;
  readonly clock: Clock;
  readonly security: TrustedTls;
  readonly auth: Awaited<ReturnType<typeof openAuth>>;
}

export const systemRandom: Random = { uuid: () => randomUUID(), fraction: Math.random };

/** Prepares a server; on the first start, creates certificates and keys. Throws a sentence about an invalid file. */
export async function prepareServer(options: ServeOptions): Promise<Prepared> {
  const log = createLogger(options.logLevel, options.logFormat);
  // An error in one request must not end the process.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled promise rejection"));
  const clock = createSystemClock(globalThis);
  const security = openTls(options, { clock, log });
  const auth = await openAuth(options.auth, { dataDir: options.dataDir, clock, log });
  return { options, log, clock, security, auth, unreadable: createUnreadableReport(log) };
}

type Settings = Omit<ApiServerOptions, "store" | "clock" | "random"> & Required<Pick<ApiServerOptions, "webhooks">>;

/** Settings that are equal in all processes of a server. */
export interface ServerSettings {
  readonly settings: Settings;
  /** Closes the connections to webhooks, kubelets and extension API servers. */
  close(): void;
}

export async function openSettings(prepared: Prepared, proxy: ProxyTransport): Promise<ServerSettings> {
  const { options, log, clock, unreadable, auth } = prepared;
  const admission = await openPlugins(options.admission, options.webhooks.configFile, log);
  const webhooks = await openWebhooks(options.webhooks);
  return {
    settings: {
      log,
      semantics: options.semantics,
      features: options.features,
      flags: options.flags,
      limits: options.limits,
      admission,
      serviceNetwork: options.serviceNetwork,
      webhooks,
      proxy,
      kubelet: openKubelet(options.kubelet),
      frontProxy: openFrontProxy(join(options.dataDir, "pki"), clock.now()),
      requestLog: openRequestLog({ isVerbose: options.isVerbose, format: options.logFormat, log, clock }),
      ...auth,
      processMetrics: () => [...processMetrics(), ...unreadable.metrics()],
    },
    close() {
      webhooks.transport.close();
      proxy.close();
    },
  };
}

/** Creates a logger of responses that could not be sent completely, at a limited rate. */
export function logBroken(log: Logger): (error: unknown) => void {
  const sparing = createSparingLog(log, { monotonicMs: () => performance.now() });
  return (error) => sparing.warn({ err: error }, "response aborted: its body could not be sent completely");
}

export function writeKubeconfig(file: string, url: string, { trusted, certificates }: TrustedTls): void {
  makeFolder(dirname(file));
  writeAtomically(file, printKubeconfig(url, { ca: trusted, admin: certificates.admin }), 0o600);
}

export function printReady(url: string, kubeconfig: string): string {
  const ms = Math.round(performance.now());
  return `ready ${url} in ${ms} ms\n\n  export KUBECONFIG=${resolve(kubeconfig)}\n  kubectl api-resources\n\nCtrl-C stops it.\n`;
}

export function urlOf({ host }: Pick<ServeOptions, "host">, port: number): string {
  return `https://${printHost(host)}:${port}`;
}

function printHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
