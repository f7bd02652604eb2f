import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const KILN = fileURLToPath(new URL("../../../bin/kiln.mjs", import.meta.url));
const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
let folder = "";
let primary: ChildProcess;
let agents: Agent[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-workers-"));
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) {
    agent.destroy();
  }
  await end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const args = ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--workers", "2"];
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  primary = child;
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  if (primary.exitCode === null && primary.signalCode === null) {
    const exited = once(primary, "exit");
    primary.kill(signal);
    await exited;
  }
  return primary.exitCode;
}

function workerPids(): number[] {
  const text = readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, "utf8");
  return text
    .trim()
    .split(" ")
    .filter((pid) => pid !== "")
    .map(Number);
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** A client with one connection, which one of the workers has. */
function connect(): (method: string, path: string, object?: object) => Promise<Answer> {
  const config = JSON.parse(readFileSync(join(folder, "kubeconfig"), "utf8"));
  const decode = (text: string) => Buffer.from(text, "base64").toString();
  const { server, "certificate-authority-data": ca } = config.clusters[0].cluster;
  const { "client-certificate-data": cert, "client-key-data": key } = config.users[0].user;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: decode(ca), cert: decode(cert), key: decode(key) });
  agents.push(agent);
  return (method, path, object) =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json" };
      const sent = request(`${server}${path}`, { agent, method, headers }, (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, body }));
      });
      sent.once("error", reject);
      sent.end(object === undefined ? undefined : JSON.stringify(object));
    });
}

function configMap(name: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
}

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const kettles = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "kettles.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { plural: "kettles", kind: "Kettle" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

describe("kiln serve --workers 2", { timeout: 60_000 }, () => {
  it("shows every worker what any of them answered", async () => {
    await start();
    const clients = [connect(), connect(), connect()] as const;
    for (const [i, write] of clients.entries()) {
      expect((await write("POST", CONFIG_MAPS, configMap(`a${i}`))).status).toBe(201);
      const read = await Promise.all(clients.map((client) => client("GET", `${CONFIG_MAPS}/a${i}`)));
      expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
      const same = await Promise.all(clients.map((client) => client("POST", CONFIG_MAPS, configMap(`a${i}`))));
      expect(same.map(({ status }) => status)).toEqual([409, 409, 409]);
    }
    const [first, ...others] = clients;
    await first("POST", CRDS, kettles);
    while (!(await first("GET", `${CRDS}/kettles.example.com`)).body.includes('"Established"'));
    for (const client of others) {
      expect((await client("GET", "/apis/example.com/v1/kettles")).status).toBe(200);
    }
    expect((await first("GET", "/readyz")).status).toBe(200);
    const metrics = await Promise.all(clients.map((client) => client("GET", "/metrics")));
    for (const { body } of metrics) {
      // Three creates succeeded, whichever worker answers.
      expect(body).toMatch(/apiserver_request_total\{verb="POST",[^}]*resource="configmaps",[^}]*code="201"\} 3/);
    }
    expect(await end("SIGTERM")).toBe(0);
  });

  it.skipIf(process.platform !== "linux")("goes on when a worker is killed, and replaces it", async () => {
    await start();
    const before = workerPids();
    expect(before).toHaveLength(2);
    expect((await connect()("POST", CONFIG_MAPS, configMap("kept"))).status).toBe(201);
    process.kill(before[0] as number, "SIGKILL");
    while (workerPids().filter((pid) => !before.includes(pid)).length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connect()("GET", `${CONFIG_MAPS}/kept`)).status).toBe(200);
  });

  it.skipIf(process.platform !== "linux")("loses nothing that was answered when the primary is killed", async () => {
    await start();
    const pids = workerPids();
    const client = connect();
    const names = Array.from({ length: 20 }, (_, i) => `kept-${i}`);
    const answers = await Promise.all(names.map((name) => client("POST", CONFIG_MAPS, configMap(name))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    await end("SIGKILL");
    while (pids.some(isRunning)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await start();
    const { body } = await connect()("GET", CONFIG_MAPS);
    for (const name of names) {
      expect(body).toContain(`"${name}"`);
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
