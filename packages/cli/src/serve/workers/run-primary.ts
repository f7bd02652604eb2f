import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createApiServer } from "@kiln/apiserver";
import { createRootCertificate } from "@kiln/controllers";
import { isReadableValue } from "@kiln/kinds";
import { openProxyTransport, socketOptions } from "@kiln/wire/node";
import { findAdvertised } from "../advertised-address.ts";
import { explainWorkloads } from "../explain-workloads.ts";
import { keepCertificates } from "../keep-certificates.ts";
import { loadLmdb } from "../load-lmdb.ts";
import { openOwnConsole } from "../open-own-console.ts";
import { openEncryption } from "../open-store.ts";
import {
  openSettings,
  type Prepared,
  prepareServer,
  printReady,
  systemRandom,
  urlOf,
  writeKubeconfig,
} from "../prepare-server.ts";
import type { ServeOptions } from "../serve-options.ts";
import { spawnWorkers, type WorkerProcesses } from "./worker-processes.ts";

/**
 * Owns the store and runs the controllers; accepts connections and passes them to workers, which answer requests. A
 * worker depends on the primary as a replica depends on etcd.
 */
export async function runPrimary(
  options: ServeOptions,
  args: readonly string[],
  stopped: Promise<void>,
): Promise<void> {
  const prepared = await prepareServer(options);
  // Started early, so that workers load their code while the store is opened.
  const workers = spawnWorkers({ count: options.workers, args, log: prepared.log });
  try {
    await serve(prepared, workers, stopped);
  } finally {
    await workers.stop();
  }
}

async function serve(prepared: Prepared, workers: WorkerProcesses, stopped: Promise<void>): Promise<void> {
  const { options, unreadable, clock, security } = prepared;
  const { openLmdbStore } = await loadLmdb();
  const { hostFollowers } = await import("@kiln/store/follower-host");
  const { onUnreadable } = unreadable;
  const directory = join(options.dataDir, "data");
  const embedded = await openLmdbStore({ directory, isReadable: isReadableValue, onUnreadable });
  const host = hostFollowers(embedded.followed);
  const { store } = (await openEncryption(options, onUnreadable))(embedded);
  const { settings, close } = await openSettings(prepared, openProxyTransport());
  const rootCertificate = createRootCertificate(security.trusted);
  const listener = await listenOn(options, workers);
  const { port } = listener.address() as AddressInfo;
  const ready = readiness();
  const server = await createApiServer({
    ...settings,
    store,
    clock,
    random: systemRandom,
    role: "primary",
    rootCertificate,
    disabledControllers: options.disabledControllers,
    addedControllers: explainWorkloads(options),
    whenServing: ready.promise,
    advertised: ready.promise.then(() => findAdvertised(options, port)),
  });
  try {
    const isStopped = await Promise.race([
      workers.start((channel) => host.attach(channel)).then(() => false),
      stopped.then(() => true),
    ]);
    if (isStopped) {
      return;
    }
    const url = urlOf(options, port);
    writeKubeconfig(options.kubeconfig, url, security);
    const stopChecking = keepCertificates(options, security, {
      clock,
      log: prepared.log,
      onRenewed(renewed) {
        workers.sendAll({ type: "renew" });
        rootCertificate.renew(renewed.trusted);
        writeKubeconfig(options.kubeconfig, url, renewed);
      },
    });
    process.stdout.write(printReady(url, options.kubeconfig));
    ready.resolve();
    const console = await openOwnConsole(options);
    await stopped;
    stopChecking();
    await console?.close();
    workers.sendAll({ type: "begin-shutdown" });
    await delay(options.shutdownDelayMs);
  } finally {
    listener.close();
    await workers.stop();
    await server.close();
    host.close();
    await store.close();
    close();
  }
}

function readiness() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Listens for connections. They wait until a worker is ready. */
async function listenOn({ host, port }: ServeOptions, workers: WorkerProcesses): Promise<Server> {
  const listener = createServer({ ...socketOptions, pauseOnConnect: true }, (socket) => workers.connect(socket));
  listener.listen(port, host);
  await once(listener, "listening");
  return listener;
}
