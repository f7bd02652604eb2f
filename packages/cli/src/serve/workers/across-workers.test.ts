import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, WorkersServer } from "./testing/start-workers.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const SERVICES = "/api/v1/namespaces/default/services";
const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const INITIAL_EVENTS_END = "k8s.io/initial-events-end";

let server: WorkersServer;
beforeEach(() => {
  server = new WorkersServer();
});
afterEach(() => server.close());

/** Opens one client for each worker. */
async function connectBoth(flags: readonly string[] = []): Promise<readonly [Client, Client]> {
  await server.start(flags);
  const clients = [server.connect(), server.connect()] as const;
  for (const client of clients) {
    await client("GET", "/readyz");
  }
  return clients;
}

function configMap(name: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
}

async function createMap(client: Client, name: string): Promise<number> {
  const { status, body } = await client("POST", MAPS, configMap(name));
  expect(status).toBe(201);
  return Number(JSON.parse(body).metadata.resourceVersion);
}

interface WatchEvent {
  readonly type: string;
  readonly object: {
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

async function watch(client: Client, query: string): Promise<WatchEvent[]> {
  const { status, body } = await client("GET", `${MAPS}?watch=1&timeoutSeconds=1&${query}`);
  expect(status).toBe(200);
  return body
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

describe("two workers", { timeout: 60_000 }, () => {
  it("end the initial events of a watch with a bookmark at the newest write of either", async () => {
    const clients = await connectBoth();
    for (const [i, writer] of clients.entries()) {
      const written = await createMap(writer, `a${i}`);
      const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      for (const client of clients) {
        const events = await watch(client, query);
        const end = events.findIndex(({ object }) => object.metadata.annotations?.[INITIAL_EVENTS_END] === "true");
        const names = events.slice(0, end).map(({ object }) => object.metadata.name);
        expect(names).toContain(`a${i}`);
        expect(events[end]?.type).toBe("BOOKMARK");
        expect(Number(events[end]?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(written);
      }
    }
  });

  it("go on with a watch at the bookmark of the other, without a gap or a repeat", async () => {
    const [first, second] = await connectBoth();
    await createMap(first, "before");
    const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const bookmark = (await watch(first, query)).findLast(({ type }) => type === "BOOKMARK");
    for (let i = 0; i < 5; i++) {
      await createMap(i % 2 === 0 ? first : second, `after-${i}`);
    }
    const events = await watch(second, `resourceVersion=${bookmark?.object.metadata.resourceVersion}`);
    expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual(
      [0, 1, 2, 3, 4].map((i) => ["ADDED", `after-${i}`]),
    );
  });

  it("give no cluster IP and no node port twice to Services created at the same time", async () => {
    const more = await connectBoth().then((both) => [...both, server.connect(), server.connect()]);
    const created = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const client = more[i % more.length] as Client;
        const spec = { type: "NodePort", ports: [{ port: 80 }] };
        const service = { apiVersion: "v1", kind: "Service", metadata: { name: `s${i}` }, spec };
        const { status, body } = await client("POST", SERVICES, service);
        expect(status, body).toBe(201);
        return JSON.parse(body).spec;
      }),
    );
    expect(new Set(created.map(({ clusterIP }) => clusterIP)).size).toBe(60);
    expect(new Set(created.map(({ ports }) => ports[0].nodePort)).size).toBe(60);
  });

  it("let one of two concurrent claims of the same node port succeed", async () => {
    const clients = await connectBoth();
    for (let round = 0; round < 5; round++) {
      const nodePort = 30_100 + round;
      const answers = await Promise.all(
        clients.map((client, i) => {
          const spec = { type: "NodePort", ports: [{ port: 80, nodePort }] };
          const metadata = { name: `claim-${round}-${i}` };
          return client("POST", SERVICES, { apiVersion: "v1", kind: "Service", metadata, spec });
        }),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    }
  });

  it("allow and forbid a user as soon as a role binding was written through either", async () => {
    const clients = await connectBoth();
    const jane = { "impersonate-user": "jane" };
    const read = () => Promise.all(clients.map((client) => client("GET", MAPS, undefined, jane)));
    const role = { rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }] };
    const subjects = [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }];
    const roleRef = { kind: "Role", name: "reader", apiGroup: "rbac.authorization.k8s.io" };
    await clients[0]("POST", `${RBAC}/roles`, { metadata: { name: "reader" }, ...role });
    for (const writer of clients) {
      expect((await read()).map(({ status }) => status)).toEqual([403, 403]);
      const bound = await writer("POST", `${RBAC}/rolebindings`, { metadata: { name: "jane" }, subjects, roleRef });
      expect(bound.status, bound.body).toBe(201);
      expect((await read()).map(({ status }) => status)).toEqual([200, 200]);
      await writer("DELETE", `${RBAC}/rolebindings/jane`);
    }
    expect((await read()).map(({ status }) => status)).toEqual([403, 403]);
  });

  it("append whole lines to one audit log, the stages of a request in their order", async () => {
    const policy = join(server.folder, "policy.json");
    const log = join(server.folder, "audit.log");
    writeFileSync(
      policy,
      JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Request" }] }),
    );
    const clients = await connectBoth(["--audit-policy-file", policy, "--audit-log-path", log]);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => (clients[i % 2] as Client)("POST", MAPS, configMap(`audited-${i}`))),
    );
    await server.end("SIGTERM");
    const stages = new Map<string, string[]>();
    for (const line of readFileSync(log, "utf8").trim().split("\n")) {
      const { auditID, stage, requestURI, verb } = JSON.parse(line);
      if (verb === "create" && requestURI === MAPS) {
        stages.set(auditID, [...(stages.get(auditID) ?? []), stage]);
      }
    }
    expect(stages.size).toBe(50);
    expect(new Set([...stages.values()].map(String))).toEqual(new Set(["RequestReceived,ResponseComplete"]));
  });
});
