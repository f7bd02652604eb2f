import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../serve/free-port.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { startTcpProxy } from "../serve/tcp-proxy.ts";
import { type KilnCommand, startKiln } from "../snapshot/kiln-command.ts";
import { poll } from "./poll.ts";
import { CONFIG_MAPS, EVENTS, PODS, SECRETS } from "./testing/start-node.ts";

const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const ACCOUNTS: ResourceType = { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true };
const NODE = "worker-1";
const TOKEN = "node-token";

let server: ServeProcess;
let client: Client;
let folder: string;
let kubeconfig: string;
const agents: KilnCommand[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kiln-agent-"));
  const tokens = join(folder, "tokens.csv");
  writeFileSync(tokens, `${TOKEN},system:node:${NODE},1,"system:nodes"\n`);
  server = await startServeProcess([
    "--store",
    "memory",
    "--authorization-mode",
    "Node,RBAC",
    "--token-auth-file",
    tokens,
  ]);
  client = createClient({ transport: openTransport(loadAccess({ file: server.kubeconfig })), userAgent: "admin/1" });
  kubeconfig = join(folder, "node.kubeconfig");
  writeFileSync(kubeconfig, JSON.stringify(asNode(server.kubeconfig)));
  await client.create(NODES, { metadata: { name: NODE } });
  await poll(() => client.get(ACCOUNTS, { namespace: "default", name: "default" }));
  await poll(() => client.get(CONFIG_MAPS, { namespace: "default", name: "kube-root-ca.crt" }));
}, 60_000);

afterAll(async () => {
  for (const { child } of agents) {
    child.kill("SIGKILL");
  }
  client?.close();
  await server?.close();
  // If the agent may mount, its Pods' files are on a tmpfs that stays mounted after it ends.
  spawnSync("umount", [join(folder, "root", "pods")], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
});

/** Kubeconfig of the administrator, with the token of a node instead of the client certificate. */
function asNode(file: string): JsonObject {
  const { value } = parseYaml(readFileSync(file, "utf8"));
  const access = asObject(value);
  const users = (access.users as JsonObject[]).map(({ name }) => ({ name: String(name), user: { token: TOKEN } }));
  return { ...access, users };
}

async function startAgent(flags: readonly string[] = []) {
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  const args = ["agent", "--node", NODE, "--root", root, "--probe-listen", "127.0.0.1:0", ...flags];
  const agent = startKiln(args, kubeconfig);
  agents.push(agent);
  const [, probes = ""] = await agent.until(/probes=(\S+)/);
  return { agent, root, get: async (path: string) => fetch(`${probes}${path}`) };
}

const place = (name: string) => ({ namespace: "default", name });

describe("kiln agent, with the rights of its node alone", () => {
  it("writes the volumes of its pods as the kubelet does, and stops when it is asked to", async () => {
    await client.create(CONFIG_MAPS, { metadata: place("settings"), data: { color: "red" }, immutable: true });
    await client.create(SECRETS, { metadata: place("keys"), stringData: { key: "k1" } });
    const volumes = [
      { name: "config", configMap: { name: "settings", defaultMode: 0o440 } },
      { name: "keys", secret: { secretName: "keys", items: [{ key: "key", path: "in/here" }] } },
    ];
    const containers = [{ name: "main", image: "app" }];
    const pod = await client.create(PODS, { metadata: place("web"), spec: { nodeName: NODE, containers, volumes } });
    const { agent, root, get } = await startAgent();
    const at = (...path: string[]) => join(root, "pods", pod.metadata.uid ?? "", "volumes", ...path);
    const read = (...path: string[]) => readFileSync(at(...path), "utf8");

    await poll(() => expect(read("kubernetes.io~configmap", "config", "color")).toBe("red"));
    await poll(() => expect(read("kubernetes.io~secret", "keys", "in", "here")).toBe("k1"));
    expect(readlinkSync(at("kubernetes.io~configmap", "config", "color"))).toBe("..data/color");
    expect(readlinkSync(at("kubernetes.io~secret", "keys", "in"))).toBe("..data/in");
    expect(statSync(at("kubernetes.io~configmap", "config", "color")).mode & 0o777).toBe(0o440);

    // The volume kube-api-access that every Pod gets: a token bound to the Pod, and the certificate authority.
    const [account = ""] = await poll(() => readdirSync(at("kubernetes.io~projected")));
    const token = await poll(() => read("kubernetes.io~projected", account, "token"));
    const claims = JSON.parse(Buffer.from(String(token.split(".")[1]), "base64url").toString());
    expect(claims["kubernetes.io"].pod.uid).toBe(pod.metadata.uid);
    expect(read("kubernetes.io~projected", account, "namespace")).toBe("default");
    expect(read("kubernetes.io~projected", account, "ca.crt")).toContain("BEGIN CERTIFICATE");

    await client.patch(SECRETS, place("keys"), { type: "merge", body: { stringData: { key: "k2" } } });
    await poll(() => expect(read("kubernetes.io~secret", "keys", "in", "here")).toBe("k2"));

    expect(await Promise.all(["/livez", "/readyz"].map(async (path) => (await get(path)).status))).toEqual([200, 200]);
    const metrics = await (await get("/metrics")).text();
    expect(metrics).toContain('kiln_agent_objects{state="Immutable"} 1');
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(await (await get("/pods")).json()).toMatchObject([{ name: "web", isReady: true, errors: [] }]);

    agent.child.kill("SIGTERM");
    expect(await agent.ended).toBe(0);
    expect(read("kubernetes.io~configmap", "config", "color")).toBe("red");
  }, 60_000);

  it("rewrites nothing when it starts again, tells what is missing, and cleans up after pods", async () => {
    const { items } = await client.list(PODS, { namespace: "default" });
    const uid = String(items.find(({ metadata }) => metadata.name === "web")?.metadata.uid);
    const data = join(folder, "root", "pods", uid, "volumes", "kubernetes.io~configmap", "config", "..data");
    const before = [readlinkSync(data), lstatSync(data).ino];
    const containers = [{ name: "main", image: "app" }];
    const volumes = [{ name: "lost", configMap: { name: "lost" } }];
    await client.create(PODS, { metadata: place("waiting"), spec: { nodeName: NODE, containers, volumes } });

    const { agent, root, get } = await startAgent(["--feature-gates", "ImmutableEphemeralVolumes=false"]);
    await poll(async () => {
      const reports = (await (await get("/pods")).json()) as JsonObject[];
      expect(reports.map(({ name, isReady }) => [name, isReady]).sort()).toEqual([
        ["waiting", false],
        ["web", true],
      ]);
    });
    await poll(async () => {
      const { items: events } = await client.list(EVENTS, { namespace: "default" });
      const failed = events.find(({ reason }) => reason === "FailedMount");
      expect(failed?.message).toBe('MountVolume.SetUp failed for volume "lost" : configmap "lost" not found');
    });
    await poll(async () =>
      expect(await (await get("/metrics")).text()).toContain('kiln_agent_open_watches{resource="configmaps"} 3'),
    );
    expect([readlinkSync(data), lstatSync(data).ino]).toEqual(before);
    for (const name of ["web", "waiting"]) {
      await client.delete(PODS, place(name), { gracePeriodSeconds: 0 });
    }
    await poll(() => expect(readdirSync(join(root, "pods"))).toEqual([]));
    agent.child.kill("SIGTERM");
    expect(await agent.ended).toBe(0);
  }, 60_000);

  it("prints ready when /readyz is 200, and not before", async () => {
    // Nothing listens behind the proxy at first.
    const proxy = await startTcpProxy(await freePort());
    const late = join(folder, "late.kubeconfig");
    const serverPort = new URL(loadAccess({ file: kubeconfig }).url).port;
    writeFileSync(late, readFileSync(kubeconfig, "utf8").replaceAll(`:${serverPort}`, `:${proxy.port}`));
    const probes = `127.0.0.1:${await freePort()}`;
    const root = join(folder, "root");
    const agent = startKiln(["agent", "--node", NODE, "--root", root, "--probe-listen", probes], late);
    agents.push(agent);
    const readiness = async () => (await fetch(`http://${probes}/readyz`)).status;
    expect(await poll(readiness)).toBe(503);
    await agent.until(/failed/);
    expect([agent.said().includes("\nready "), await readiness()]).toEqual([false, 503]);

    proxy.pointTo(Number(serverPort));
    await agent.until(/^ready node=/m);
    expect(await readiness()).toBe(200);
    agent.child.kill("SIGTERM");
    expect(await agent.ended).toBe(0);
    proxy.close();
  }, 60_000);
});
