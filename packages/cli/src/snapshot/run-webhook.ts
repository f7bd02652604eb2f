import { createSystemClock } from "@kiln/api";
import type { Logger } from "@kiln/apiserver";
import { type Client, createClient, type Informer, startInformer } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { checkConfiguration, createSnapshotAdmit, createVerdictMetrics, SNAPSHOT_GROUP } from "@kiln/snapshot";
import { serveWebhook } from "@kiln/webhook/node";
import { createLogger } from "../serve/create-logger.ts";
import { untilStopped } from "./until-stopped.ts";
import type { SnapshotWebhookOptions } from "./webhook-options.ts";

const CLASSES = { group: SNAPSHOT_GROUP, version: "v1", plural: "volumesnapshotclasses", isNamespaced: false };
const CONFIGURATIONS = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};
const CONFIGURATION_NAME = "validation-webhook.snapshot.storage.k8s.io";

/** Answers reviews until a signal asks it to stop. */
export async function runWebhook(options: SnapshotWebhookOptions): Promise<number> {
  const stopped = untilStopped();
  const log = createLogger();
  const classes = options.checksDefaultClass ? followClasses(options, log) : undefined;
  const metrics = createVerdictMetrics();
  const admit = createSnapshotAdmit({
    settings: {
      semantics: options.semantics,
      keepsVolumeMode: options.keepsVolumeMode,
      judgesGroups: options.judgesGroups,
      ...(classes === undefined ? {} : { classes: () => classes.informer.list() }),
    },
    metrics,
    onDenied: (about) => log.info(about, "denied"),
  });
  const server = await serveWebhook({
    ...options.server,
    handlers: Object.fromEntries(
      ["/volumesnapshot", "/volumesnapshots", "/volumegroupsnapshot"].map((path) => [path, { admit }]),
    ),
    isReady: () => classes === undefined || classes.informer.hasSynced,
    printMetrics: () => metrics.print(),
    onFault: (error, what) => log.error({ err: error }, what),
  });
  const { port, probePort } = server;
  process.stdout.write(
    `ready on port ${port}${probePort === undefined ? "" : `, probes and metrics on ${probePort}`}\n`,
  );
  await stopped;
  await server.close();
  classes?.stop();
  return 0;
}

interface FollowedClasses {
  readonly informer: Informer;
  stop(): void;
}

/** Also looks once whether the webhook is asked about more than it can answer. */
function followClasses({ kubeconfig }: SnapshotWebhookOptions, log: Logger): FollowedClasses {
  const client = createClient({
    transport: openTransport(loadAccess({ file: kubeconfig })),
    userAgent: "kiln-snapshot-webhook/1",
  });
  const informer = startInformer({
    client,
    clock: createSystemClock(globalThis),
    fraction: Math.random,
    type: CLASSES,
    onError: (error) => log.warn({ err: error }, "snapshot classes cannot be read; trying again"),
  });
  void warnOfConfiguration(client, log);
  return {
    informer,
    stop() {
      informer.stop();
      client.close();
    },
  };
}

async function warnOfConfiguration(client: Client, log: Logger): Promise<void> {
  try {
    const configuration = await client.get(CONFIGURATIONS, { name: CONFIGURATION_NAME });
    for (const fault of checkConfiguration(configuration)) {
      log.warn({ configuration: CONFIGURATION_NAME }, fault);
    }
  } catch (error) {
    log.warn({ err: error }, `${CONFIGURATION_NAME} could not be looked at`);
  }
}
