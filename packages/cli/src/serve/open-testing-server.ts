import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "@kiln/api";
import { isReadableValue } from "@kiln/kinds";
import type { UnreadableListener } from "@kiln/store";
import {
  type ClusterStorage,
  createMemoryStorage,
  createTestingServer,
  type TestingServer,
  type TestingServerOptions,
  type WorkloadOptions,
} from "@kiln/testing";
import { openEncryption } from "./open-store.ts";
import { DEFAULT_SIMULATION, type ServeOptions } from "./serve-options.ts";

export interface OpenTestingOptions {
  readonly options: Pick<ServeOptions, "store" | "dataDir" | "encryptionFile" | "simulation" | "seed">;
  readonly clock: Clock;
  readonly onUnreadable: UnreadableListener;
  readonly server: TestingServerOptions["server"];
  /** Options of forks whose workloads are not simulated. */
  readonly plainWorkloads: WorkloadOptions;
  /** URL of the server, once it is known. */
  readonly url: Promise<string>;
}

const TOKEN_BYTES = 24;

/** The server of `kiln serve --testing`: a base cluster and its forks, in memory or in the data directory. */
export async function openTestingServer(given: OpenTestingOptions): Promise<TestingServer> {
  let url = "";
  const opened = await createTestingServer({
    server: given.server,
    openWorkloads: (isSimulated) => openWorkloads(given, isSimulated),
    clock: given.clock,
    storage: await openStorage(given),
    ...(given.options.seed === undefined ? {} : { seed: given.options.seed }),
    createRandom: () => ({ uuid: () => randomUUID(), fraction: Math.random }),
    createToken: () => randomBytes(TOKEN_BYTES).toString("hex"),
    url: () => url,
  });
  void given.url.then((known) => {
    url = known;
    return opened.refreshForks();
  });
  return opened;
}

/** Creates a separate simulation for each fork, which has its own nodes and Pods. */
async function openWorkloads(
  { options: { simulation }, plainWorkloads }: OpenTestingOptions,
  isSimulated: boolean = simulation !== undefined,
): Promise<WorkloadOptions> {
  if (!isSimulated) {
    return plainWorkloads;
  }
  const { createSimulation } = await import("@kiln/simulate");
  const { controller, openProxy, openWebhooks } = createSimulation(simulation ?? DEFAULT_SIMULATION);
  const { proxy, webhooks } = plainWorkloads;
  return {
    addedControllers: [controller],
    ...(proxy === undefined ? {} : { proxy: openProxy(proxy) }),
    ...(webhooks === undefined ? {} : { webhooks: { ...webhooks, transport: openWebhooks(webhooks.transport) } }),
  };
}

async function openStorage({ options, clock, onUnreadable }: OpenTestingOptions): Promise<ClusterStorage> {
  const encrypt = await openEncryption(options, onUnreadable);
  if (options.store.kind === "memory") {
    return createMemoryStorage((plain) => encrypt(plain).store);
  }
  const { createDurableStorage } = await import("@kiln/testing/durable");
  const { openLmdbStore } = await import("@kiln/store/lmdb");
  return createDurableStorage({
    baseDirectory: join(options.dataDir, "data"),
    folder: join(options.dataDir, "clusters"),
    now: () => clock.now(),
    async openStore(directory, storeClock) {
      const plain = await openLmdbStore({ directory, clock: storeClock, isReadable: isReadableValue, onUnreadable });
      return encrypt(plain).store;
    },
  });
}
