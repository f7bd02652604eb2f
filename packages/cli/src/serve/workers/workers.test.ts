import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WorkersServer } from "./testing/start-workers.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
let server: WorkersServer;
beforeEach(() => {
  server = new WorkersServer();
});
afterEach(() => server.close());

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
    await server.start();
    const clients = [server.connect(), server.connect(), server.connect()] as const;
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
      // The metrics count all three creates, whichever worker is scraped.
      expect(body).toMatch(/apiserver_request_total\{verb="POST",[^}]*resource="configmaps",[^}]*code="201"\} 3/);
    }
    expect(await server.end("SIGTERM")).toBe(0);
  });

  it.skipIf(process.platform !== "linux")("goes on when a worker is killed, and replaces it", async () => {
    await server.start();
    const before = server.workerPids();
    expect(before).toHaveLength(2);
    expect((await server.connect()("POST", CONFIG_MAPS, configMap("kept"))).status).toBe(201);
    process.kill(before[0] as number, "SIGKILL");
    while (server.workerPids().filter((pid) => !before.includes(pid)).length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await server.connect()("GET", `${CONFIG_MAPS}/kept`)).status).toBe(200);
  });

  it.skipIf(process.platform !== "linux")("loses nothing that was answered when the primary is killed", async () => {
    await server.start();
    const pids = server.workerPids();
    const client = server.connect();
    const names = Array.from({ length: 20 }, (_, i) => `kept-${i}`);
    const answers = await Promise.all(names.map((name) => client("POST", CONFIG_MAPS, configMap(name))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    await server.end("SIGKILL");
    while (pids.some(isRunning)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await server.start();
    const { body } = await server.connect()("GET", CONFIG_MAPS);
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
