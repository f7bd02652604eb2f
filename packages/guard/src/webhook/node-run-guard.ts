import { readFileSync } from "node:fs";
import type { Clock } from "@kiln/api";
import type { Client } from "@kiln/client";
import { serveWebhook, type WebhookServer, type WebhookServerOptions } from "@kiln/webhook/node";
import { admitDefinition, createMarksAdmit, createUnionsAdmit } from "./admit-marks.ts";
import { followCluster } from "./follow-cluster.ts";
import { createGuardedKinds } from "./guarded-kinds.ts";
import { createReviewCounts } from "./review-counts.ts";
import { GUARD_PATHS, type GuardAddress } from "./webhook-configurations.ts";

export interface GuardOptions {
  /** Client of the cluster whose CRDs are guarded. */
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly server: Omit<WebhookServerOptions, "handlers" | "isReady" | "printMetrics" | "onFault" | "clock">;
  /** Webhook configurations to write; undefined if the operator writes them. */
  readonly configuration:
    | {
        readonly name: string;
        /** Address of the guard for the API server; called once the port is known. */
        readonly addressAt: (port: number) => GuardAddress;
        /** File with the CA bundle as PEM, read again before each write. */
        readonly caFile: string;
      }
    | undefined;
  readonly onFault: (error: unknown, what: string) => void;
}

export interface Guard extends Pick<WebhookServer, "port" | "probePort"> {
  readonly isReady: boolean;
  /** Stops the guard. Its webhook configurations stay, so marked fields cannot change while the webhook is down. */
  close(): Promise<void>;
}

/**
 * Serves the webhooks and keeps their configurations up to date. Resolves when the guard listens; it becomes ready
 * later.
 */
export async function runGuard(options: GuardOptions): Promise<Guard> {
  const { configuration, onFault } = options;
  const kinds = createGuardedKinds();
  const counts = createReviewCounts();
  const handlers = {
    [GUARD_PATHS.marks]: { admit: counts.counted("marks", createMarksAdmit(kinds)) },
    [GUARD_PATHS.unions]: { admit: counts.counted("unions", createUnionsAdmit(kinds)) },
    [GUARD_PATHS.definitions]: { admit: counts.counted("definitions", admitDefinition) },
  };
  let isFollowing = (): boolean => false;
  const server = await serveWebhook({
    ...options.server,
    clock: options.clock,
    handlers,
    isReady: () => isFollowing(),
    printMetrics: () => counts.print(kinds),
    onFault,
  });
  const follower = followCluster({
    ...options,
    kinds,
    configure:
      configuration &&
      (() => ({
        name: configuration.name,
        address: configuration.addressAt(server.port),
        ca: readFileSync(configuration.caFile, "utf8"),
      })),
  });
  isFollowing = () => follower.isReady;
  return {
    port: server.port,
    probePort: server.probePort,
    get isReady() {
      return follower.isReady;
    },
    async close() {
      follower.stop();
      await server.close();
    },
  };
}
