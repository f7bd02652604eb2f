import { type Agent, type AgentOptions, type Payload, startAgent, type VolumeTarget } from "@kiln/agent";
import { decodeUtf8, type JsonObject, type KubeObject } from "@kiln/api";
import type { ApiServerOptions } from "@kiln/apiserver";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { onTestFinished } from "vitest";
import { type CuttableTransport, transportOf } from "../../client/transport-of.ts";

export const CONFIG_MAPS: ResourceType = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
export const SECRETS: ResourceType = { group: "", version: "v1", plural: "secrets", isNamespaced: true };
export const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };
export const EVENTS: ResourceType = { group: "", version: "v1", plural: "events", isNamespaced: true };
export const NODE = "node-1";

/** A server with an administrator's client and a clock that tests advance, until the test is over. */
export interface TestCluster {
  readonly server: TestServer;
  readonly client: Client;
  create(type: ResourceType, name: string, content: JsonObject): Promise<KubeObject>;
  change(type: ResourceType, name: string, body: JsonObject): Promise<KubeObject>;
  remove(type: ResourceType, name: string): Promise<void>;
  /** Creates a Pod on the node with these volumes and one container. */
  createPod(name: string, volumes: readonly JsonObject[], spec?: JsonObject): Promise<KubeObject>;
  /** Waits until all work that needs no clock is done. */
  settle(): Promise<void>;
  /** Advances the clock in steps, so that each timer's work is done before the next fires. */
  pass(seconds: number): Promise<void>;
  /** Number of open watches of a resource, by the server's metrics. */
  openWatches(resource: string): Promise<number>;
  eventsOf(reason: string): Promise<readonly string[]>;
}

const WARM_UP: Readonly<Record<string, JsonObject>> = {
  pods: { spec: { containers: [{ name: "main", image: "app" }] } },
};

export async function startTestCluster(options: Partial<ApiServerOptions> = {}): Promise<TestCluster> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const client = createClient({ transport: transportOf(server), userAgent: "admin/1" });
  // Loads lazily loaded parts now, so that no test waits for them.
  for (const type of [PODS, CONFIG_MAPS, SECRETS, EVENTS]) {
    await client
      .create(type, { ...WARM_UP[type.plural], metadata: { name: "warm-up", namespace: "default" } }, { dryRun: "All" })
      .catch(() => {});
  }
  const place = (name: string) => ({ namespace: "default", name });
  const create: TestCluster["create"] = (type, name, content) =>
    client.create(type, { ...content, metadata: { ...(content.metadata as JsonObject), ...place(name) } });
  return {
    server,
    client,
    create,
    change: (type, name, body) => client.patch(type, place(name), { type: "merge", body }),
    remove: async (type, name) => void (await client.delete(type, place(name), { gracePeriodSeconds: 0 })),
    createPod: (name, volumes, spec = {}) =>
      create(PODS, name, {
        spec: {
          nodeName: NODE,
          containers: [{ name: "main", image: "app" }],
          volumes: [...volumes],
          automountServiceAccountToken: false,
          ...spec,
        },
      }),
    settle,
    async pass(seconds) {
      for (let passed = 0; passed < seconds; passed++) {
        server.clock.advance(1000);
        await settle();
      }
    },
    openWatches: async (resource) => {
      const { text } = await server.send("GET", "/metrics");
      const lines = text.split("\n").filter((line) => line.startsWith("apiserver_longrunning_requests{"));
      const own = lines.filter((line) => line.includes(`resource="${resource}"`) && line.includes('verb="WATCH"'));
      return own.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    },
    eventsOf: async (reason) => {
      const { items } = await client.list(EVENTS, { namespace: "default" });
      return items.filter((event) => event.reason === reason).map((event) => String(event.message));
    },
  };
}

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A node that keeps files in memory. Its agent ends with the test. */
export interface TestNode {
  readonly agent: Agent;
  readonly transport: CuttableTransport;
  /** Text of a file by Pod, volume and file name; undefined if it was never published. */
  read(pod: string, volume: string, file: string): string | undefined;
  /** Number of times that a volume was passed to the writer, whatever the result. */
  publications(pod: string, volume: string): number;
  /** Damages a file without the agent's knowledge. */
  damage(pod: string, volume: string): void;
  /** Removed folders of Pods. */
  readonly removed: readonly string[];
}

export interface MemoryDisk {
  readonly volumes: Map<string, Payload>;
  readonly records: Map<string, string>;
}

export function createMemoryDisk(): MemoryDisk {
  return { volumes: new Map(), records: new Map() };
}

export function startTestNode(
  cluster: TestCluster,
  options: Partial<AgentOptions> = {},
  disk: MemoryDisk = createMemoryDisk(),
): TestNode {
  const transport = transportOf(cluster.server);
  const counts = new Map<string, number>();
  const removed: string[] = [];
  const agent = startAgent({
    transport,
    clock: cluster.server.clock,
    fraction: () => 0.5,
    nodeName: NODE,
    openVolume: (path) => memoryVolume(path, disk, counts),
    removePod: async (path) => {
      removed.push(path);
      disk.records.delete(path.slice("pods/".length));
      for (const volume of disk.volumes.keys()) {
        if (volume.startsWith(`${path}/`)) {
          disk.volumes.delete(volume);
        }
      }
    },
    listPods: async () => [...new Set([...disk.volumes.keys()].map((path) => String(path.split("/")[1])))],
    records: {
      read: async (uid) => disk.records.get(uid),
      write: async (uid, text) => void disk.records.set(uid, text),
    },
    ...options,
  });
  onTestFinished(() => agent.close());
  const uidOf = (pod: string) => agent.pods().find(({ name }) => name === pod)?.uid;
  const find = <T>(entries: ReadonlyMap<string, T>, pod: string, volume: string) =>
    [...entries].find(([path]) => path.startsWith(`pods/${uidOf(pod)}/`) && path.endsWith(`/${volume}`));
  return {
    agent,
    transport,
    removed,
    read(pod, volume, file) {
      const bytes = find(disk.volumes, pod, volume)?.[1].get(file)?.bytes;
      return bytes === undefined ? undefined : decodeUtf8(bytes);
    },
    publications: (pod, volume) => find(counts, pod, volume)?.[1] ?? 0,
    damage(pod, volume) {
      const path = find(disk.volumes, pod, volume)?.[0];
      if (path !== undefined) {
        disk.volumes.set(path, new Map());
      }
    },
  };
}

function memoryVolume(path: string, disk: MemoryDisk, counts: Map<string, number>): VolumeTarget {
  return {
    async publish(payload) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const isSame = isEqual(disk.volumes.get(path), payload);
      disk.volumes.set(path, payload);
      return isSame ? "unchanged" : "written";
    },
    async read(paths) {
      const files = [...paths].map((file) => [file, disk.volumes.get(path)?.get(file)?.bytes] as const);
      return new Map(files.flatMap(([file, bytes]) => (bytes === undefined ? [] : [[file, bytes] as const])));
    },
  };
}

function isEqual(a: Payload | undefined, b: Payload): boolean {
  return (
    a !== undefined &&
    a.size === b.size &&
    [...b].every(([path, { bytes, mode }]) => {
      const other = a.get(path);
      return other?.mode === mode && Buffer.compare(other.bytes, bytes) === 0;
    })
  );
}
