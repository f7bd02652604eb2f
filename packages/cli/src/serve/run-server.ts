import { randomUUID } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, createSystemClock, type Logger } from "@kiln/api";
import { type ApiServer, type ApiServerOptions, createApiServer, createSparingLog } from "@kiln/apiserver";
import { type Controller, controllerNames, createRootCertificate, workloadNotice } from "@kiln/controllers";
import type { WorkloadSimulation } from "@kiln/simulate";
import { createStoreClock } from "@kiln/store";
import { lockDirectory } from "@kiln/store/directory-lock";
import { listen, type NodeListener, openProxyTransport } from "@kiln/wire/node";
import { makeFolder } from "../make-folder.ts";
import { findAdvertised } from "./advertised-address.ts";
import { createLogger } from "./create-logger.ts";
import { keepCertificates, openTls, type TrustedTls } from "./keep-certificates.ts";
import { openKubelet } from "./kubelet-options.ts";
import { openAuth } from "./open-auth.ts";
import { writeAtomically } from "./open-certificates.ts";
import { openFrontProxy } from "./open-front-proxy.ts";
import { openPlugins } from "./open-plugins.ts";
import { openRequestLog } from "./open-request-log.ts";
import { openStore } from "./open-store.ts";
import { openWebhooks } from "./open-webhooks.ts";
import { printKubeconfig } from "./print-kubeconfig.ts";
import { processMetrics } from "./process-metrics.ts";
import { createUnreadableReport, type UnreadableReport } from "./report-unreadable.ts";
import type { ServeOptions } from "./serve-options.ts";
import { stopSignal } from "./stop-signal.ts";

/** Serves until a signal asks it to stop. */
export async function runServer(options: ServeOptions): Promise<number> {
  // From the first moment on: a signal during the start must not leave half a server behind.
  const stopped = stopSignal();
  makeFolder(options.dataDir, 0o700);
  // Whatever its store: a second server would put its own address into the first one's kubeconfig.
  const unlock = lockDirectory(options.dataDir, createStoreClock());
  try {
    await openAndServe(options, stopped);
  } finally {
    unlock();
  }
  return 0;
}

async function openAndServe(options: ServeOptions, stopped: Promise<void>): Promise<void> {
  const log = createLogger(options.logLevel, options.logFormat);
  // One failed request must not end the process.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled promise rejection"));
  const clock = createSystemClock(globalThis);
  const security = openTls(options, { clock, log });
  const auth = await openAuth(options.auth, { dataDir: options.dataDir, clock, log });
  const unreadable = createUnreadableReport(log);
  await serve({ options, log, clock, unreadable, security, auth, stopped });
}

interface Prepared {
  readonly options: ServeOptions;
  readonly log: Logger;
  readonly unreadable: UnreadableReport;
  readonly clock: Clock;
  readonly security: TrustedTls;
  readonly auth: Awaited<ReturnType<typeof openAuth>>;
  readonly stopped: Promise<void>;
}

async function serve(prepared: Prepared): Promise<void> {
  const { options, log, clock, unreadable, security, auth, stopped } = prepared;
  const admission = await openPlugins(options.admission, options.webhooks.configFile, log);
  const webhooks = await openWebhooks(options.webhooks);
  const simulation = await openSimulation(options);
  const direct = openProxyTransport();
  const proxy = simulation?.openProxy(direct) ?? direct;
  const rootCertificate = createRootCertificate(security.trusted);
  let announce = (_port: number) => {};
  const serving = new Promise<number>((resolve) => {
    announce = resolve;
  });
  const server = await openServer(prepared, serving, {
    log,
    semantics: options.semantics,
    features: options.features,
    limits: options.limits,
    admission,
    webhooks,
    proxy,
    kubelet: openKubelet(options.kubelet),
    frontProxy: openFrontProxy(join(options.dataDir, "pki"), clock.now()),
    requestLog: openRequestLog({ isVerbose: options.isVerbose, format: options.logFormat, log, clock }),
    ...auth,
    processMetrics: () => [...processMetrics(), ...unreadable.metrics()],
    rootCertificate,
    disabledControllers: options.disabledControllers,
    addedControllers: simulation === undefined ? explainWorkloads(options) : [simulation.controller],
    whenServing: serving.then(() => {}),
    advertised: serving.then((port) => findAdvertised(options, port)),
  });
  try {
    const listener = await listenOn(server, prepared);
    const url = urlOf(options, listener.port);
    writeKubeconfig(options.kubeconfig, url, security);
    const stopChecking = keepCertificates(options, security, {
      clock,
      log,
      onRenewed(renewed) {
        listener.renewTls(renewed.tls);
        rootCertificate.renew(renewed.trusted);
        writeKubeconfig(options.kubeconfig, url, renewed);
      },
    });
    process.stdout.write(printReady(url, options.kubeconfig));
    announce(listener.port);
    await stopped;
    stopChecking();
    server.beginShutdown();
    await delay(options.shutdownDelayMs);
    await listener.close();
  } finally {
    await server.close();
    webhooks.transport.close();
    proxy.close();
  }
}

/** Without a simulation, events explain workloads that no controller reconciles; not with all controllers off. */
function explainWorkloads({ disabledControllers }: ServeOptions): readonly Controller[] {
  return controllerNames.every((name) => disabledControllers.includes(name)) ? [] : [workloadNotice];
}

/** The package is loaded only with --simulate. */
async function openSimulation({ simulation }: ServeOptions): Promise<WorkloadSimulation | undefined> {
  if (simulation === undefined) {
    return undefined;
  }
  const { createSimulation } = await import("@kiln/simulate");
  return createSimulation(simulation);
}

type ServerOptions = Omit<ApiServerOptions, "store" | "clock" | "random">;

/** The server of one cluster, or of many for tests; closing it closes its stores. */
async function openServer(
  { options, clock, unreadable }: Prepared,
  serving: Promise<number>,
  server: ServerOptions,
): Promise<OpenServer> {
  if (options.isTesting) {
    const { openTestingServer } = await import("./open-testing-server.ts");
    const url = serving.then((port) => urlOf(options, port));
    return openTestingServer({ options, clock, onUnreadable: unreadable.onUnreadable, server, url });
  }
  const store = await openStore(options, unreadable.onUnreadable);
  const close = () => store.close();
  try {
    const random = { uuid: () => randomUUID(), fraction: Math.random };
    const sharesStore = options.store.kind === "etcd";
    const opened = await createApiServer({ ...server, store, clock, random, sharesStore });
    return {
      ...opened,
      async close() {
        opened.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface OpenServer extends Omit<ApiServer, "close"> {
  close(): Promise<void>;
}

function writeKubeconfig(file: string, url: string, { trusted, certificates }: TrustedTls): void {
  makeFolder(dirname(file));
  writeAtomically(file, printKubeconfig(url, { ca: trusted, admin: certificates.admin }), 0o600);
}

function listenOn(
  server: OpenServer,
  { options, security, log }: Pick<Prepared, "options" | "security" | "log">,
): Promise<NodeListener> {
  const sparing = createSparingLog(log, { monotonicMs: () => performance.now() });
  const onBroken = (error: unknown) =>
    sparing.warn({ err: error }, "response aborted: its body could not be sent completely");
  return listen(server, { host: options.host, port: options.port, http2: options.http2, tls: security.tls, onBroken });
}

function printReady(url: string, kubeconfig: string): string {
  const ms = Math.round(performance.now());
  return `ready ${url} in ${ms} ms\n\n  export KUBECONFIG=${resolve(kubeconfig)}\n  kubectl api-resources\n\nCtrl-C stops it.\n`;
}

function urlOf({ host }: ServeOptions, port: number): string {
  return `https://${printHost(host)}:${port}`;
}

function printHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
