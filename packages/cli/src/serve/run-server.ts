import { setTimeout as delay } from "node:timers/promises";
import { type ApiServer, type ApiServerOptions, createApiServer } from "@kiln/apiserver";
import { createRootCertificate } from "@kiln/controllers";
import type { WorkloadSimulation } from "@kiln/simulate";
import { createStoreClock } from "@kiln/store";
import { lockDirectory } from "@kiln/store/directory-lock";
import type { WorkloadOptions } from "@kiln/testing";
import { listen, openProxyTransport } from "@kiln/wire/node";
import { makeFolder } from "../make-folder.ts";
import { stopSignal } from "../stop-signal.ts";
import { findAdvertised } from "./advertised-address.ts";
import { explainWorkloads } from "./explain-workloads.ts";
import { keepCertificates } from "./keep-certificates.ts";
import { openOwnConsole } from "./open-own-console.ts";
import { openStore } from "./open-store.ts";
import {
  logBroken,
  openSettings,
  type Prepared,
  prepareServer,
  printReady,
  systemRandom,
  urlOf,
  writeKubeconfig,
} from "./prepare-server.ts";
import type { ServeOptions } from "./serve-options.ts";
import { isSharedStore } from "./store-backends.ts";

/** Runs a server until a signal. `args` are used to start workers with the same options. */
export async function runServer(options: ServeOptions, args: readonly string[]): Promise<number> {
  if (process.env.KILN_WORKER === "1" && process.send !== undefined) {
    const { runWorker } = await import("./workers/run-worker.ts");
    return runWorker(options);
  }
  // Registered first: a signal during the start must not leave half a server behind.
  const stopped = stopSignal();
  makeFolder(options.dataDir, 0o700);
  // Locked for every kind of store: a second server would overwrite the address in the first one's kubeconfig.
  const unlock = lockDirectory(options.dataDir, createStoreClock());
  try {
    if (options.workers === 0) {
      await serve(await prepareServer(options), stopped);
    } else {
      const { runPrimary } = await import("./workers/run-primary.ts");
      await runPrimary(options, args, stopped);
    }
  } finally {
    unlock();
  }
  return 0;
}

async function serve(prepared: Prepared, stopped: Promise<void>): Promise<void> {
  const { options, log, clock, security } = prepared;
  const simulation = await openSimulation(options);
  const direct = openProxyTransport();
  const { settings, close } = await openSettings(prepared, simulation?.openProxy(direct) ?? direct);
  const rootCertificate = createRootCertificate(security.trusted);
  let announce = (_port: number) => {};
  const serving = new Promise<number>((resolve) => {
    announce = resolve;
  });
  const { webhooks } = settings;
  const plainWorkloads = { addedControllers: explainWorkloads(options), proxy: direct, webhooks };
  const server = await openServer(
    prepared,
    { serving, plainWorkloads },
    {
      ...settings,
      webhooks: { ...webhooks, transport: simulation?.openWebhooks(webhooks.transport) ?? webhooks.transport },
      rootCertificate,
      disabledControllers: options.disabledControllers,
      addedControllers: simulation === undefined ? plainWorkloads.addedControllers : [simulation.controller],
      whenServing: serving.then(() => {}),
      advertised: serving.then((port) => findAdvertised(options, port)),
    },
  );
  try {
    const { host, port, http2 } = options;
    const listener = await listen(server, { host, port, http2, tls: security.tls, onBroken: logBroken(log) });
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
    const console = await openOwnConsole(options);
    await stopped;
    stopChecking();
    await console?.close();
    server.beginShutdown();
    await delay(options.shutdownDelayMs);
    await listener.close();
  } finally {
    await server.close();
    close();
  }
}

/** Creates the simulation of workloads. Its package is loaded only with --simulate. */
async function openSimulation({ simulation }: ServeOptions): Promise<WorkloadSimulation | undefined> {
  if (simulation === undefined) {
    return undefined;
  }
  const { createSimulation } = await import("@kiln/simulate");
  return createSimulation(simulation);
}

type ServerOptions = Omit<ApiServerOptions, "store" | "clock" | "random">;

/** Creates the server of one cluster, or of several for tests. Closing it closes its stores. */
async function openServer(
  { options, clock, unreadable }: Prepared,
  { serving, plainWorkloads }: { readonly serving: Promise<number>; readonly plainWorkloads: WorkloadOptions },
  server: ServerOptions,
): Promise<OpenServer> {
  if (options.isTesting) {
    const { openTestingServer } = await import("./open-testing-server.ts");
    const url = serving.then((port) => urlOf(options, port));
    return openTestingServer({
      options,
      clock,
      onUnreadable: unreadable.onUnreadable,
      server,
      plainWorkloads,
      url,
    });
  }
  const store = await openStore(options, unreadable.onUnreadable);
  const close = () => store.close();
  try {
    const sharesStore = isSharedStore(options.store);
    const opened = await createApiServer({ ...server, store, clock, random: systemRandom, sharesStore });
    return {
      ...opened,
      async close() {
        await opened.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface OpenServer extends Omit<ApiServer, "close" | "metrics" | "openTrial"> {
  close(): Promise<void>;
}
