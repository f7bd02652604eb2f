import { asObject, asObjects, decodeUtf8, type JsonObject } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { describe, expect, it } from "vitest";
import { startTestingServer } from "./testing/start-testing-server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const FORKS = "/apis/testing.kiln.dev/v1/forks";
const map = (name: string, value = "1") => ({ metadata: { name }, data: { value } });

function namesIn(list: JsonObject | undefined): string[] {
  const names = asObjects(list?.items).map(({ metadata }) => String(asObject(metadata).name));
  return names.filter((name) => name !== "kube-root-ca.crt");
}

async function start() {
  const server = await startTestingServer();
  await server.send(`POST ${MAPS}`, map("shared"));
  const names = async (cluster: string) => namesIn((await server.send(`GET ${cluster}${MAPS}`)).json);
  return { ...server, names };
}

describe("a fork", () => {
  it("has what the base had, and shares nothing that is written afterwards", async () => {
    const { send, fork, names } = await start();
    expect((await fork("a")).status).toBe(201);
    await send(`POST /clusters/a${MAPS}`, map("in-fork"));
    await send(`POST ${MAPS}`, map("in-base"));
    await send(`DELETE /clusters/a${MAPS}/shared`);
    expect(await names("/clusters/a")).toEqual(["in-fork"]);
    expect(await names("")).toEqual(["in-base", "shared"]);
  });

  it("gives a kubeconfig whose token is the administrator's there, and unknown elsewhere", async () => {
    const { send, fork } = await start();
    const { url, kubeconfig } = asObject((await fork("a")).json?.status) as { url: string; kubeconfig: string };
    const { users, clusters } = JSON.parse(kubeconfig);
    expect([url, clusters[0].cluster.server]).toEqual(Array(2).fill("https://127.0.0.1:6443/clusters/a"));
    await fork("b");
    const headers = { authorization: `Bearer ${users[0].user.token}` };
    const status = async (path: string) => (await send(`GET ${path}`, undefined, headers)).status;
    expect(await status(`/clusters/a${MAPS}`)).toBe(200);
    expect(await status(`/clusters/b${MAPS}`)).toBe(401);
    expect(await status(MAPS)).toBe(401);
  });

  it("collects the garbage of objects that it shares with the base and with other forks", async () => {
    const { send, fork, names } = await start();
    const create = async (cluster: string, name: string, owner?: JsonObject) => {
      const ownerReferences = owner === undefined ? [] : [{ apiVersion: "v1", kind: "ConfigMap", ...owner }];
      const created = await send(`POST ${cluster}${MAPS}`, { metadata: { name, ownerReferences } });
      return { name, uid: String(asObject(created.json?.metadata).uid) };
    };
    const owner = await create("", "owner");
    await create("", "owned", owner);
    let seconds = 0;
    const namesLater = async (cluster: string) => {
      const spec = { stopped: true, offset: `${++seconds}s` };
      const clock = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" }, spec };
      const headers = { "content-type": "application/apply-patch+yaml" };
      await send(`PATCH ${cluster}/apis/testing.kiln.dev/v1/clocks/cluster?fieldManager=t&force=true`, clock, headers);
      return names(cluster);
    };
    await fork("a");
    await fork("b");
    await names("/clusters/b");
    await send(`DELETE /clusters/a${MAPS}/owner`);
    await expect.poll(() => names("/clusters/a")).toEqual(["shared"]);
    // The owner is deleted before the fork of the fork starts its collector.
    await create("/clusters/a", "late", owner);
    await fork("of-a", { fork: "a" });
    await expect.poll(() => namesLater("/clusters/of-a")).toEqual(["shared"]);
    expect([await names("/clusters/b"), await names("")]).toEqual(Array(2).fill(["owned", "owner", "shared"]));
  });

  it("aggregates roles by itself, although it shares those of the base", async () => {
    const { send, fork } = await start();
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    await fork("a");
    await fork("b");
    const metadata = { name: "view-maps", labels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } };
    const rules = [{ apiGroups: ["maps.example.com"], resources: ["maps"], verbs: ["get"] }];
    await send(`POST /clusters/a${roles}`, { metadata, rules });
    const isIn = async (cluster: string) =>
      JSON.stringify((await send(`GET ${cluster}${roles}/view`)).json).includes("maps.example.com");
    await expect.poll(() => isIn("/clusters/a")).toBe(true);
    await send(`GET /clusters/b${roles}/view`);
    await expect.poll(async () => (await send(`GET /clusters/b${roles}/admin`)).json?.rules).not.toEqual([]);
    expect([await isIn("/clusters/b"), await isIn("")]).toEqual([false, false]);
  });

  it("starts as another fork, a snapshot or nothing", async () => {
    const { send, fork, names } = await start();
    await fork("a");
    await send(`POST /clusters/a${MAPS}`, map("in-a"));
    const snapshot = { apiVersion: "testing.kiln.dev/v1", kind: "Snapshot", metadata: { name: "s" } };
    await send("POST /apis/testing.kiln.dev/v1/snapshots", { ...snapshot, spec: { from: { fork: "a" } } });
    await send(`POST /clusters/a${MAPS}`, map("later"));
    await fork("of-fork", { fork: "a" });
    await fork("of-snapshot", { snapshot: "s" });
    await fork("of-nothing", { empty: true });
    expect(await names("/clusters/of-fork")).toEqual(["in-a", "later", "shared"]);
    expect(await names("/clusters/of-snapshot")).toEqual(["in-a", "shared"]);
    expect(await names("/clusters/of-nothing")).toEqual([]);
    const role = "/clusters/of-nothing/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin";
    expect((await send(`GET ${role}`)).status).toBe(200);
  });

  it("has CRDs of its own", async () => {
    const { send, fork } = await start();
    await fork("a");
    const names = { plural: "bells", singular: "bell", kind: "Bell", listKind: "BellList" };
    const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
    const spec = { group: "example.com", scope: "Cluster", names, versions: [version] };
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const body = { metadata: { name: "bells.example.com" }, spec };
    expect((await send(`POST /clusters/a${path}`, body)).status).toBe(201);
    expect((await send("GET /clusters/a/apis/example.com/v1/bells")).status).toBe(200);
    expect((await send("GET /apis/example.com/v1/bells")).status).toBe(404);
  });

  it("goes back to its start when it is reset, and tells watches from before to start anew", async () => {
    const { send, open, fork, names } = await start();
    await fork("a");
    const { json } = await send(`POST /clusters/a${MAPS}`, map("gone"));
    const seen = asObject(json?.metadata).resourceVersion;
    const watch = await open(`GET /clusters/a${MAPS}?watch=true&resourceVersion=${seen}`);
    const ended = (async () => {
      for await (const _ of watch.body as AsyncIterable<Uint8Array>) {
        // Nothing is written before the end.
      }
    })();
    const headers = { "content-type": "application/merge-patch+json" };
    expect((await send(`PATCH ${FORKS}/a`, { spec: { resets: 1 } }, headers)).status).toBe(200);
    await ended;
    expect(await names("/clusters/a")).toEqual(["shared"]);
    const again = await send(`GET /clusters/a${MAPS}?watch=true&resourceVersion=${seen}&timeoutSeconds=1`);
    expect(again.text).toContain('"code":410');
  });

  it("leaves no timer, watch or path behind when it is deleted", async () => {
    const { server, clock, send, open, fork } = await start();
    // The base's own controllers have started, and set their timers, when the fork is deleted.
    await fork("earlier");
    await send(`GET /clusters/earlier${MAPS}`);
    await send(`DELETE ${FORKS}/earlier`);
    const before = clock.pendingTimers();
    await fork("a");
    const watch = await open(`GET /clusters/a${MAPS}?watch=true`);
    const reading = (watch.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await reading.next();
    expect(clock.pendingTimers()).toBeGreaterThan(before);
    expect((await send(`DELETE ${FORKS}/a`)).status).toBe(200);
    while ((await reading.next()).done !== true);
    expect(clock.pendingTimers()).toBe(before);
    const missing = await send(`GET /clusters/a${MAPS}`);
    expect([missing.status, missing.json?.message]).toEqual([404, 'forks.testing.kiln.dev "a" not found']);
    await server.close();
    expect(clock.pendingTimers()).toBe(0);
  });

  it.each([
    ["a name that is taken", { metadata: { name: "a" } }, 409, "already exists"],
    ["a name that is no label", { metadata: { name: "a.b" } }, 422, "one DNS label"],
    [
      "a fork that is not there",
      { metadata: { name: "b" }, spec: { from: { fork: "x" } } },
      422,
      'spec.from.fork: Not found: "x"',
    ],
    [
      "a snapshot that is not there",
      { metadata: { name: "b" }, spec: { from: { snapshot: "x" } } },
      422,
      "spec.from.snapshot: Not found",
    ],
    [
      "two origins",
      { metadata: { name: "b" }, spec: { from: { fork: "a", empty: true } } },
      422,
      "names fork and empty",
    ],
  ])("is refused for %s, and nothing is made", async (_, body, status, message) => {
    const { send, fork } = await start();
    await fork("a");
    const answer = await send(`POST ${FORKS}`, { apiVersion: "testing.kiln.dev/v1", kind: "Fork", ...body });
    expect([answer.status, String(answer.json?.message)]).toEqual([status, expect.stringContaining(message)]);
    expect((await send("GET /clusters/b/api")).status).toBe(404);
  });

  it("keeps what it started from, and never resets backwards", async () => {
    const { send, fork } = await start();
    await fork("a");
    const patch = (spec: JsonObject) =>
      send(`PATCH ${FORKS}/a`, { spec }, { "content-type": "application/merge-patch+json" });
    expect((await patch({ from: { empty: true } })).status).toBe(422);
    await patch({ resets: 2 });
    expect((await patch({ resets: 1 })).json?.message).toContain("must not be below 2");
  });

  it("gives the same uids and names for the same seed, and again after a reset", async () => {
    const { send } = await start();
    const fork = (name: string, seed: number) =>
      send(`POST ${FORKS}`, { apiVersion: "testing.kiln.dev/v1", kind: "Fork", metadata: { name }, spec: { seed } });
    const made = async (name: string) => {
      const body = { metadata: { generateName: "pod-" } };
      const { json } = await send(`POST /clusters/${name}${MAPS}`, body);
      const { uid, name: generated } = asObject(json?.metadata);
      return [uid, generated];
    };
    await Promise.all([fork("one", 7), fork("two", 7), fork("other", 8)]);
    const first = await made("one");
    expect(await made("two")).toEqual(first);
    expect(await made("other")).not.toEqual(first);
    const headers = { "content-type": "application/merge-patch+json" };
    await send(`PATCH ${FORKS}/one`, { spec: { resets: 1 } }, headers);
    expect(await made("one")).toEqual(first);
  });

  it("repeats a run from its seeds: objects, events and faults of the base cluster and of a fork", async () => {
    const run = async () => {
      const { send, open, fork } = await startTestingServer({ seed: 3 });
      await send(`POST ${MAPS}`, { metadata: { generateName: "base-" } });
      await fork("one");
      const fault = { match: { verbs: ["create"] }, action: "Status", code: 500, probability: 0.5, seed: 9 };
      const object = { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata: { name: "f" }, spec: fault };
      await send("POST /clusters/one/apis/testing.kiln.dev/v1/faults", object);
      const abort = new AbortController();
      const { body } = await open(`GET /clusters/one${MAPS}?watch=true&resourceVersion=0`, abort.signal);
      const statuses: number[] = [];
      for (let i = 0; i < 8; i++) {
        statuses.push((await send(`POST /clusters/one${MAPS}`, { metadata: { name: `m${i}` } })).status);
      }
      const last = await send(`PUT /clusters/one${MAPS}/last`, { metadata: { name: "last" } });
      const seen: string[] = [];
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        seen.push(...decodeUtf8(chunk).trim().split("\n"));
        const created = statuses.filter((status) => status === 201).length;
        if (seen.filter((line) => /"name":"m\d"/.test(line)).length === created) {
          break;
        }
      }
      abort.abort();
      const events = seen.map((line) => (JSON.parse(line) as { object: JsonObject }).object.metadata as JsonObject);
      const own = events.filter(({ name }) => /^(m\d|base-.*)$/.test(String(name)));
      return { statuses, last: last.status, own: own.map(({ name, creationTimestamp }) => [name, creationTimestamp]) };
    };
    const first = await run();
    expect(first.statuses).toContain(201);
    expect(first.statuses).toContain(500);
    expect(await run()).toEqual(first);
  });

  it("makes nothing of a dry run", async () => {
    const { send } = await start();
    const body = { apiVersion: "testing.kiln.dev/v1", kind: "Fork", metadata: { name: "dry" } };
    expect((await send(`POST ${FORKS}?dryRun=All`, body)).status).toBe(201);
    expect((await send("GET /clusters/dry/api")).status).toBe(404);
  });
});

describe("the kinds of testing", () => {
  it("are in discovery of the base; a fork has no forks", async () => {
    const { send, fork } = await start();
    await fork("a");
    const kinds = async (cluster: string) =>
      asObjects((await send(`GET ${cluster}/apis/testing.kiln.dev/v1`)).json?.resources).map(({ kind }) => kind);
    expect(await kinds("")).toEqual(expect.arrayContaining(["Fork", "Snapshot", "Clock"]));
    expect(await kinds("/clusters/a")).not.toContain("Fork");
  });
});

describe("a fork that is deleted while it reads its objects", () => {
  it("logs nothing", async () => {
    const errors: unknown[] = [];
    const log = {
      info: () => {},
      warn: (...entry: unknown[]) => errors.push(entry),
      error: (...entry: unknown[]) => errors.push(entry),
    };
    const { send, fork } = await startTestingServer({ server: { log } });
    // More than a walk of the store reads in one turn.
    await Promise.all(Array.from({ length: 1500 }, (_, i) => send(`POST ${MAPS}`, map(`map-${i}`))));
    for (let turns = 0; turns < 6; turns++) {
      const name = `f${turns}`;
      await fork(name);
      await send(`GET /clusters/${name}${MAPS}/map-1`);
      for (let i = 0; i < turns; i++) {
        await yieldTurn();
      }
      await send(`DELETE ${FORKS}/${name}`);
    }
    expect(errors).toEqual([]);
  });
});
