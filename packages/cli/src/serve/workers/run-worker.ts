import { Socket } from "node:net";
import { join } from "node:path";
import { type ApiServer, createApiServer, type Limits } from "@kiln/apiserver";
import { isReadableValue } from "@kiln/kinds";
import type { FollowerStore } from "@kiln/store/follower";
import { type NodeAcceptor, openAcceptor, openProxyTransport } from "@kiln/wire/node";
import { openTls } from "../keep-certificates.ts";
import { openEncryption } from "../open-store.ts";
import { logBroken, openSettings, type Prepared, prepareServer, systemRandom } from "../prepare-server.ts";
import type { ServeOptions } from "../serve-options.ts";
import { createMetricsExchange, type MetricsExchange } from "./metrics-exchange.ts";
import { type FromWorker, STORE_CHANNEL, type ToWorker } from "./worker-messages.ts";

/**
 * Runs a process that serves requests for a primary. It ends on a message of the primary, and at once if the primary
 * ends: its connections are then lost, but no acknowledged write is.
 */
export async function runWorker(options: ServeOptions): Promise<number> {
  // Children of a worker, such as credential plugins, are not workers.
  delete process.env.KILN_WORKER;
  // Terminals and service managers signal every process of the server, but the primary decides when its workers end.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {});
  }
  process.once("disconnect", () => process.exit(1));
  await received("start");
  const prepared = await prepareServer(shareLimits(options));
  const store = await openFollower(prepared);
  const { settings, close } = await openSettings(prepared, openProxyTransport());
  const metrics = createMetricsExchange(send, () => server.metrics());
  const encrypt = await openEncryption(options, prepared.unreadable.onUnreadable);
  const server: ApiServer = await createApiServer({
    ...settings,
    store: encrypt(store).store,
    clock: prepared.clock,
    random: systemRandom,
    role: "worker",
    hasBootstrapPolicy: false,
    addMetrics: metrics.addOthers,
  });
  const acceptor = await openAcceptor(
    {
      // Waits until this worker sees every write that any worker has acknowledged: of roles, CRDs and webhooks as well
      // as objects.
      handle: (request) => {
        const waiting = store.catchUp();
        return waiting === undefined ? server.handle(request) : waiting.then(() => server.handle(request));
      },
    },
    { tls: prepared.security.tls, http2: options.http2, onBroken: logBroken(prepared.log) },
  );
  const stopped = followPrimary(prepared, acceptor, { beginShutdown: server.beginShutdown, metrics });
  send({ type: "ready" });
  await stopped;
  await acceptor.close();
  await server.close();
  close();
  await store.close();
  process.removeAllListeners("disconnect");
  process.disconnect?.();
  return 0;
}

/** Limits of one worker: a share of the server's, because clients are spread over the workers. */
function shareLimits(options: ServeOptions): ServeOptions {
  const share = (limit: number) => Math.ceil(limit / options.workers);
  const limits: Limits = {
    ...options.limits,
    readOnlyInFlight: share(options.limits.readOnlyInFlight),
    mutatingInFlight: share(options.limits.mutatingInFlight),
  };
  return { ...options, limits };
}

async function openFollower({ options, unreadable }: Prepared): Promise<FollowerStore> {
  const { openFollowerStore } = await import("@kiln/store/follower");
  return openFollowerStore({
    directory: join(options.dataDir, "data"),
    socket: new Socket({ fd: STORE_CHANNEL }),
    isReadable: isReadableValue,
    onUnreadable: unreadable.onUnreadable,
    onLost: () => process.exit(1),
  });
}

interface FollowedBy {
  readonly beginShutdown: () => void;
  readonly metrics: MetricsExchange;
}

/** Handles messages of the primary; resolves when it sends stop. */
function followPrimary(prepared: Prepared, acceptor: NodeAcceptor, { beginShutdown, metrics }: FollowedBy) {
  const reportClosed = createClosedReport();
  return new Promise<void>((stop) => {
    const take = (message: ToWorker, socket?: Socket) => {
      switch (message.type) {
        case "connection":
          if (socket !== undefined) {
            socket.once("close", reportClosed);
            acceptor.accept(socket);
          }
          return;
        case "renew":
          acceptor.renewTls(openTls(prepared.options, prepared).tls);
          return;
        case "begin-shutdown":
          beginShutdown();
          return;
        case "stop":
          stop();
          return;
        default:
          metrics.take(message);
      }
    };
    process.on("message", (message, handle) => take(message as ToWorker, handle as Socket | undefined));
  });
}

/** Reports ended connections; those that end together share one message. */
function createClosedReport(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count === 1) {
      setImmediate(() => {
        send({ type: "closed", count });
        count = 0;
      });
    }
  };
}

function received(type: ToWorker["type"]): Promise<void> {
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      if ((message as ToWorker).type === type) {
        process.off("message", take);
        resolve();
      }
    };
    process.on("message", take);
  });
}

function send(message: FromWorker): void {
  if (process.connected) {
    process.send?.(message);
  }
}
