import { createStaticTokens } from "@kiln/access";
import type { Random } from "@kiln/api";
import { asObjects, type Clock, type JsonObject, statusNotFound } from "@kiln/api";
import { type ApiServer, type ApiServerOptions, createBuiltInKinds } from "@kiln/apiserver";
import { toRootCertificate } from "@kiln/controllers";
import { allFeatures } from "@kiln/kinds";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { createSteeredClock } from "./clock/steered-clock.ts";
import { Cluster } from "./clusters/cluster.ts";
import type { ClusterStorage } from "./clusters/cluster-storage.ts";
import { type Fork, type ForkSet, openForkSet } from "./clusters/fork-set.ts";
import { printForkKubeconfig, readForkToken } from "./clusters/print-kubeconfig.ts";
import { serveChanges } from "./diff/serve-changes.ts";
import { routeTo } from "./http/route-to.ts";
import { statusResponse } from "./http/status-response.ts";
import { createImportUploads } from "./imports/import-uploads.ts";
import { serveImports } from "./imports/serve-imports.ts";
import { TESTING_GROUP, TESTING_VERSION } from "./kinds/definition-of.ts";
import { type ForkRules, forkKind, nameOf, type Origin } from "./kinds/fork.ts";
import { snapshotKind } from "./kinds/snapshot.ts";
import { sendLocal } from "./local/local-request.ts";
import { seededRandom } from "./random/seeded.ts";

/** Server options that the base cluster and all forks share. */
type SharedOptions = Omit<ApiServerOptions, "store" | "clock" | "random" | "kinds" | "definitions" | "filters">;

/** Handling of workloads in a cluster: simulated by controllers, or not. */
export type WorkloadOptions = Pick<ApiServerOptions, "addedControllers" | "proxy" | "webhooks">;

export interface TestingServerOptions {
  readonly server: SharedOptions;
  /** Workload options of a fork, simulated or not; those of the base cluster if absent. */
  openWorkloads?(isSimulated: boolean | undefined): Promise<WorkloadOptions>;
  readonly storage: ClusterStorage;
  readonly clock: Clock;
  /** Seed that makes uids and generated names of the base cluster the same in every run. */
  readonly seed?: number;
  /** Random source of a cluster: of the base, whose name is empty, or of a fork. */
  createRandom(cluster: string): Random;
  /** Creates a secret of at least 128 bits. */
  createToken(): string;
  /** URL of the base cluster; called when a fork is created. */
  url(): string;
}

/** Server of the base cluster under `/` and of its forks under `/clusters/NAME`. */
export interface TestingServer extends Omit<ApiServer, "close" | "metrics" | "openTrial"> {
  /** Writes the current address into the status of every fork: forks of an earlier run have another address. */
  refreshForks(): Promise<void>;
  /** Ends every cluster and closes its store. */
  close(): Promise<void>;
}

/** Starts a server of many clusters. Resolves when it is ready. */
export async function createTestingServer(options: TestingServerOptions): Promise<TestingServer> {
  const { server, storage, clock } = options;
  const { semantics = "kep", features = allFeatures, advertised, ...shared } = server;
  const kinds = createBuiltInKinds({ semantics, features });
  let forks: ForkSet | undefined;
  const rules: ForkRules = {
    hasOrigin: (origin) => forks?.has(origin) ?? false,
    statusOf: (name, before) => statusOf(options, name, before),
    prepare: (name, origin) => prepare("fork", name, origin),
    takesSeeds: storage.prepare === undefined,
  };
  const prepare = async (kind: "fork" | "snapshot", name: string, origin: Origin) => {
    // A deletion of a fork with the same name may still be in progress.
    await forks?.settled();
    await storage.prepare?.(kind, name, origin);
  };
  const baseClock = createSteeredClock(clock);
  const uploads = createImportUploads(clock);
  const baseStore = await storage.openBase(baseClock.storeClock, uploads.get);
  const base = new Cluster({
    createClock: () => baseClock,
    openStore: async () => baseStore,
    serverOptions: (parts) => ({
      ...shared,
      ...parts,
      ...(advertised === undefined ? {} : { advertised }),
      filters: [...parts.filters, serveImports(uploads)],
      kinds,
      random: baseRandom(options),
      definitions: [
        ...parts.definitions,
        forkKind(rules),
        snapshotKind({ ...rules, prepare: (name, origin) => prepare("snapshot", name, origin) }),
      ],
    }),
  });
  // A fork serves from its first request on: it has no event for that.
  const { whenServing: _, tokenAuthenticators = [], ...ofForks } = shared;
  // A literal starts with names, not with a spread: V8 (Node 20) would make hidden classes for every fork.
  const createCluster = ({ name, origin, seed, simulate, token }: Fork) =>
    new Cluster({
      createClock: () => createSteeredClock(clock),
      openStore: (storeClock) => storage.open(name, storeClock),
      serverOptions: async ({ store, clock, filters, definitions }) => ({
        store,
        clock,
        definitions,
        kinds,
        filters: [...filters, serveChanges({ store, openStart: () => storage.openStart(name) })],
        random: seed === undefined ? options.createRandom(name) : seededRandom(seed),
        hasBootstrapPolicy: origin.kind === "empty",
        ownApiServices: origin.kind === "empty" ? "all" : "changed",
        tokenAuthenticators: [...adminToken(token), ...tokenAuthenticators],
        ...ofForks,
        ...(await options.openWorkloads?.(simulate)),
      }),
    });
  const onFailure = (error: unknown, what: string) => server.log.error({ err: error }, `${what} failed`);
  forks = await openForkSet({ storage, base: baseStore, uploads, createCluster, onFailure });
  await base.start();
  const known = forks;
  return {
    handle: (request) => handle(base, known, request),
    beginShutdown: () => base.beginShutdown(),
    refreshForks: () => refreshForks(base),
    async close() {
      uploads.close();
      await known.close();
      await base.close();
    },
  };
}

/**
 * Random source of the base. It uses negative seeds: a fork with the same seed must not reuse uids of the objects that
 * it starts with.
 */
function baseRandom({ seed, createRandom }: TestingServerOptions): Random {
  return seed === undefined ? createRandom("") : seededRandom(-1 - seed);
}

function adminToken(token: string | undefined): NonNullable<ApiServerOptions["tokenAuthenticators"]> {
  const admin = { name: "fork-admin", groups: ["system:masters"] };
  return token === undefined ? [] : [createStaticTokens(new Map([[token, admin]]))];
}

function statusOf(options: TestingServerOptions, name: string, before = ""): JsonObject {
  const url = `${options.url()}/clusters/${name}`;
  const token = readForkToken(before) ?? options.createToken();
  return {
    url,
    kubeconfig: printForkKubeconfig(name, { url, ca: toRootCertificate(options.server.rootCertificate)?.pem, token }),
  };
}

/** An update without a change is enough: every update writes the status. */
async function refreshForks(base: Cluster): Promise<void> {
  const list = await sendLocal(base, { method: "GET", target: FORKS_PATH });
  for (const fork of asObjects(list.json?.items)) {
    const headers = { "content-type": "application/merge-patch+json" };
    await sendLocal(base, { method: "PATCH", target: `${FORKS_PATH}/${nameOf(fork)}`, body: {}, headers });
  }
}

const FORKS_PATH = `/apis/${TESTING_GROUP}/${TESTING_VERSION}/forks`;
const TESTING_PATH = `/apis/${TESTING_GROUP}/`;

async function handle(base: Cluster, forks: ForkSet, request: ApiRequest): Promise<ApiResponse> {
  const route = routeTo(request);
  if (route === undefined) {
    const response = await base.handle(request);
    if (request.target.startsWith(TESTING_PATH)) {
      await forks.settled();
    }
    return response;
  }
  const cluster = forks.find(route.cluster);
  return cluster === undefined
    ? statusResponse(statusNotFound({ group: TESTING_GROUP, resource: "forks" }, route.cluster))
    : cluster.handle(route.request);
}
