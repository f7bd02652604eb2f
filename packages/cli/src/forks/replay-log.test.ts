import { asObjects, type JsonObject } from "@kiln/api";
import { type ForkHandle, startInProcess } from "@kiln/testing/helper";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestingClient } from "./open-server.ts";
import { replayLog } from "./replay-log.ts";
import type { SavedLog } from "./saved-log.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = { "content-type": "application/json", "user-agent": "op/1" };

let kiln: Awaited<ReturnType<typeof startInProcess>>;
beforeEach(async () => {
  kiln = await startInProcess();
});
afterEach(() => kiln.stop());

async function send(fork: ForkHandle, request: string, body?: JsonObject): Promise<JsonObject> {
  const [method = "", path = ""] = request.split(" ");
  const content = body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) };
  return (await (await fork.fetch(path, { method, ...content })).json()) as JsonObject;
}

async function save(fork: ForkHandle, faults: JsonObject = {}): Promise<SavedLog> {
  const { items } = (await (await fork.fetch("/testing/log?requests=true")).json()) as JsonObject;
  return { format: "kiln-log/1", spec: { seed: 1 }, faults, items: asObjects(items) };
}

/** Replays the log on a fresh fork. */
async function replay(saved: SavedLog) {
  const fork = await kiln.fork({ seed: 1 });
  const cluster = `/clusters/${fork.name}`;
  const server: TestingClient = {
    send: (method, path, body) =>
      method === "PATCH"
        ? send(fork, `PUT ${path.slice(cluster.length)}`, { ...CLOCK, ...body })
        : kiln.request(method, path, body),
    async sendRaw({ target, method, headers, body }) {
      const content = body.length === 0 ? {} : { body };
      await (await fork.fetch(target.slice(cluster.length), { method, headers, ...content })).text();
    },
    close() {},
  };
  return replayLog(saved, { server, cluster });
}

const CLOCK = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" } };

describe("replayLog()", () => {
  it("finds no difference in a run that is repeated, with generated names, owners and updates of what was read", async () => {
    const fork = await kiln.fork({ seed: 1 });
    const owner = await send(fork, `POST ${MAPS}`, { metadata: { generateName: "owner-" } });
    const { name, uid } = owner.metadata as JsonObject;
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: name ?? "", uid: uid ?? "" }];
    const owned = await send(fork, `POST ${MAPS}`, { metadata: { name: "owned", ownerReferences } });
    await send(fork, `PUT ${MAPS}/owned`, { ...owned, data: { a: "1" } });
    await send(fork, `GET ${MAPS}`);
    await send(fork, `DELETE ${MAPS}/owned`);
    const { sent, skipped, difference } = await replay(await save(fork));
    expect(difference).toBeUndefined();
    expect([sent, skipped]).toEqual([5, 0]);
  });

  it("repeats the faults that the requests met", async () => {
    const fork = await kiln.fork({ seed: 1 });
    const spec = { match: { verbs: ["create"] }, action: "Status", code: 503, nth: [2] } as const;
    await fork.inject("busy", { ...spec, match: { verbs: ["create"] }, nth: [2] });
    for (const name of ["a", "b", "c"]) {
      await send(fork, `POST ${MAPS}`, { metadata: { name } });
    }
    const saved = await save(fork, { busy: { action: "Status", code: 503, nth: [2] } });
    expect(saved.items.filter(({ user }) => user !== "").map(({ code }) => code)).toEqual([201, 503, 201]);
    expect((await replay(saved)).difference).toBeUndefined();
  });

  it("shows the first request that ends otherwise", async () => {
    const fork = await kiln.fork({ seed: 1 });
    for (const name of ["a", "b", "c"]) {
      await send(fork, `POST ${MAPS}`, { metadata: { name } });
    }
    const saved = await save(fork);
    await kiln.request("POST", MAPS, { metadata: { name: "b" } });
    const { sent, difference } = await replay(saved);
    expect(sent).toBe(2);
    expect(difference).toMatchObject({ what: "code", before: "201", now: "409" });
  });

  it("shows a write that is another", async () => {
    const fork = await kiln.fork({ seed: 1 });
    await send(fork, `POST ${MAPS}`, { metadata: { generateName: "x-" } });
    const saved = await save(fork);
    const other = { ...saved, items: JSON.parse(JSON.stringify(saved.items).replaceAll("x-", "y-x-")) as JsonObject[] };
    expect((await replay({ ...saved, items: saved.items })).difference).toBeUndefined();
    const wrong = other.items.map((item, i) => ({ ...item, request: saved.items[i]?.request ?? null }));
    expect((await replay({ ...saved, items: wrong })).difference).toMatchObject({ what: "write 1" });
  });

  it("finds no difference in a request whose object was created in the next second", async () => {
    const fork = await kiln.fork({ seed: 1 });
    await send(fork, `POST ${MAPS}`, { metadata: { name: "late" } });
    const saved = await save(fork);
    const earlier = (time: unknown) => new Date(Date.parse(String(time)) - 1000).toISOString();
    const items = saved.items.map((item) => ({ ...item, time: earlier(item.time) }));
    expect(await replay({ ...saved, items })).toMatchObject({ sent: 1, difference: undefined });
    const old = JSON.stringify(saved.items).replaceAll(
      /"creationTimestamp":"[^"]+"/g,
      '"creationTimestamp":"2001-01-01T00:00:00Z"',
    );
    const wrong = { ...saved, items: JSON.parse(old) as JsonObject[] };
    expect((await replay(wrong)).difference).toMatchObject({ what: "write 1" });
  });

  it("leaves out Secrets, whose content is not in the log", async () => {
    const fork = await kiln.fork({ seed: 1 });
    await send(fork, "POST /api/v1/namespaces/default/secrets", {
      metadata: { name: "s" },
      stringData: { a: "hidden" },
    });
    const saved = await save(fork);
    expect(JSON.stringify(saved)).not.toContain("hidden");
    expect(await replay(saved)).toMatchObject({ sent: 0, skipped: 1, difference: undefined });
  });
});
