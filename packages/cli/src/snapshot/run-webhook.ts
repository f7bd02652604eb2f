import { createSystemClock, type Logger } from "@kiln/api";
import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import {
  checkConfiguration,
  createSnapshotAdmit,
  createVerdictMetrics,
  type FollowedClasses,
  followClasses,
} from "@kiln/snapshot";
import { serveWebhook } from "@kiln/webhook/node";
import { createLogger } from "../serve/create-logger.ts";
import { dropPrivileges } from "./drop-privileges.ts";
import { untilStopped } from "./until-stopped.ts";
import type { SnapshotWebhookOptions } from "./webhook-options.ts";

const CONFIGURATIONS = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};
const CONFIGURATION_NAME = "validation-webhook.snapshot.storage.k8s.io";

/** Serves reviews until a signal. */
export async function runWebhook(options: SnapshotWebhookOptions): Promise<number> {
  const stopped = untilStopped();
  const log = createLogger();
  const client = openClient(options);
  const classes = client !== undefined && options.checksDefaultClass ? startFollowing(client, log) : undefined;
  void (client === undefined ? undefined : warnOfConfiguration(client, log));
  const metrics = createVerdictMetrics();
  const admit = createSnapshotAdmit({
    settings: {
      semantics: options.semantics,
      keepsVolumeMode: options.keepsVolumeMode,
      judgesGroups: options.judgesGroups,
      ...(classes === undefined ? {} : { classes: () => classes.list() }),
    },
    metrics,
    onDenied: (about) => log.info(about, "denied"),
  });
  const server = await serveWebhook({
    ...options.server,
    handlers: Object.fromEntries(
      ["/volumesnapshot", "/volumesnapshots", "/volumegroupsnapshot"].map((path) => [path, { admit }]),
    ),
    isReady: () => classes === undefined || classes.hasSynced,
    printMetrics: () => metrics.print(),
    onFault: (error, what) => log.error({ err: error }, what),
  });
  const { certFile, keyFile, clientCaFile } = options.server.tls;
  const unreadable = dropPrivileges([certFile, keyFile, ...(clientCaFile === undefined ? [] : [clientCaFile])]);
  if (unreadable !== undefined) {
    log.warn({ file: unreadable }, "keeps running as root: no other user could read the certificate file again");
  }
  const { port, probePort } = server;
  process.stdout.write(
    `ready on port ${port}${probePort === undefined ? "" : `, probes and metrics on ${probePort}`}\n`,
  );
  await stopped;
  await server.close();
  classes?.stop();
  client?.close();
  return 0;
}

/** Client of the cluster; undefined if no option needs one. */
function openClient({ kubeconfig, checksDefaultClass }: SnapshotWebhookOptions): Client | undefined {
  if (kubeconfig === undefined && !checksDefaultClass) {
    return undefined;
  }
  const transport = openTransport(loadAccess({ file: kubeconfig }));
  return createClient({ transport, userAgent: "kiln-snapshot-webhook/1" });
}

function startFollowing(client: Client, log: Logger): FollowedClasses {
  return followClasses({
    client,
    clock: createSystemClock(globalThis),
    fraction: Math.random,
    onError: (error) => log.warn({ err: error }, "snapshot classes cannot be read; trying again"),
  });
}

/** Warns if the webhook is configured for kinds that it does not support: it denies their requests. */
async function warnOfConfiguration(client: Client, log: Logger): Promise<void> {
  try {
    const configuration = await client.get(CONFIGURATIONS, { name: CONFIGURATION_NAME });
    for (const fault of checkConfiguration(configuration)) {
      log.warn({ configuration: CONFIGURATION_NAME }, fault);
    }
  } catch (error) {
    log.warn({ err: error }, `failed to read ValidatingWebhookConfiguration ${CONFIGURATION_NAME}`);
  }
}
