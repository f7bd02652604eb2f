import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Agent, type ImmutableStep, openPodFolders, startAgent } from "@kiln/agent";
import { createSystemClock, type KubeObject } from "@kiln/api";
import { type Client, createClient, type ResourceType, readBytes, type Transport } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findPeer, type PeerPrograms, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { poll } from "./poll.ts";
import { CONFIG_MAPS, NODE, PODS, SECRETS } from "./testing/start-node.ts";

const ACCOUNTS: ResourceType = { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true };
const peer = findPeer();

/** Runs on Kiln and, if KILN_PEER_APISERVER and KILN_PEER_ETCD name programs, on kube-apiserver. */
const SERVERS = [
  { name: "Kiln", isThere: true, start: () => startServeProcess(["--store", "memory"]) },
  { name: "kube-apiserver", isThere: peer !== undefined, start: () => startPeerProcess(peer as PeerPrograms) },
];

describe.each(SERVERS.filter(({ isThere }) => isThere))("An agent of $name, over sockets", ({ start }) => {
  let server: Awaited<ReturnType<typeof start>>;
  let transport: Transport;
  let client: Client;
  let folder: string;
  const running: Agent[] = [];

  beforeAll(async () => {
    server = await start();
    transport = openTransport(loadAccess({ file: server.kubeconfig }));
    client = createClient({ transport, userAgent: "admin/1" });
    folder = mkdtempSync(join(tmpdir(), "kiln-agent-servers-"));
    // The controller that creates this service account may not run here.
    await client.create(ACCOUNTS, { metadata: place("default") }).catch(() => {});
    await poll(() => client.get(ACCOUNTS, place("default")));
  }, 120_000);
  afterEach(async () => {
    for (const agent of running.splice(0)) {
      await agent.close();
    }
    for (const type of [PODS, CONFIG_MAPS, SECRETS]) {
      for (const { metadata } of (await client.list(type, { namespace: "default" })).items) {
        await client.delete(type, metadata, { gracePeriodSeconds: 0 });
      }
    }
  });
  afterAll(async () => {
    transport?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const place = (name: string) => ({ namespace: "default", name });
  const createMap = (color: string, immutable: boolean) =>
    client.create(CONFIG_MAPS, { metadata: place("settings"), data: { color }, immutable });
  const createPod = (name: string): Promise<KubeObject> =>
    client.create(PODS, {
      metadata: place(name),
      spec: {
        nodeName: NODE,
        automountServiceAccountToken: false,
        containers: [{ name: "main", image: "app" }],
        volumes: [{ name: "config", configMap: { name: "settings" } }],
      },
    });

  /** Number of open watches of all clients, by the server's metrics. */
  async function openWatches(): Promise<number> {
    const { body } = await client.send("GET", "/metrics");
    const lines = Buffer.from(await readBytes(body))
      .toString()
      .split("\n");
    const all = lines.filter((line) => line.startsWith("apiserver_longrunning_requests{"));
    const own = all.filter((line) => line.includes('resource="configmaps"') && line.includes('verb="WATCH"'));
    return own.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  async function startNode(immutableStep: ImmutableStep) {
    const clock = createSystemClock(globalThis);
    const rootDir = join(folder, immutableStep);
    const folders = await openPodFolders({ rootDir, clock, fraction: Math.random });
    const agent = startAgent({ transport, clock, fraction: Math.random, nodeName: NODE, immutableStep, ...folders });
    running.push(agent);
    const read = ({ metadata }: KubeObject) => {
      const volume = join(rootDir, "pods", String(metadata.uid), "volumes", "kubernetes.io~configmap", "config");
      return readFileSync(join(volume, "color"), "utf8");
    };
    return { agent, read };
  }

  it.each(["i", "ii", "iii"] as const)(
    "watches what can change, and nothing else, in step %s",
    async (step) => {
      const before = await openWatches();
      await createMap("red", false);
      const pod = await createPod("web");
      const { agent, read } = await startNode(step);
      await poll(() => expect(read(pod)).toBe("red"));
      await poll(async () => expect(await openWatches()).toBe(before + 1));
      await client.patch(CONFIG_MAPS, place("settings"), { type: "merge", body: { data: { color: "blue" } } });
      await poll(() => expect(read(pod)).toBe("blue"));
      await client.patch(CONFIG_MAPS, place("settings"), { type: "merge", body: { immutable: true } });
      await poll(async () => expect(await openWatches()).toBe(before));
      expect(agent.state()).toMatchObject({ sources: { Immutable: 1 }, openWatches: { configmaps: 0 } });
    },
    60_000,
  );

  it.each([
    ["i", "red"],
    ["iii", "blue"],
  ] as const)(
    "gives a new pod, after an object was replaced, in step %s: %s",
    async (step, expected) => {
      await createMap("red", true);
      const old = await createPod("old");
      const { read } = await startNode(step);
      await poll(() => expect(read(old)).toBe("red"));
      await client.delete(CONFIG_MAPS, place("settings"));
      await createMap("blue", true);
      const young = await createPod("young");
      await poll(() => expect(read(young)).toBe(expected));
      expect(read(old)).toBe("red");
    },
    60_000,
  );
});
