import { asObjects, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestingServer } from "./testing/start-testing-server.ts";

const MAPS = "/clusters/a/api/v1/namespaces/default/configmaps";
const MERGE = { "content-type": "application/merge-patch+json", "user-agent": "op/1" };

async function start() {
  const server = await startTestingServer();
  await server.fork("a");
  await server.send(`GET ${MAPS}`);
  const log = async (query = "") => {
    const { json } = await server.send(`GET /clusters/a/testing/log${query}`);
    const items = asObjects(json?.items).filter(({ user }) => user !== "");
    return { items, next: json?.next };
  };
  return { ...server, log };
}

function line({ verb, resource, namespace, name, code, userAgent }: JsonObject): string {
  return [verb, resource, namespace, name, code, userAgent].filter((part) => part !== "").join(" ");
}

describe("the log of a cluster", () => {
  it("has every request with its caller, its verdict and what it changed", async () => {
    const { send, log } = await start();
    const { next } = await log();
    await send(`POST ${MAPS}`, { metadata: { name: "c" }, data: { a: "1", b: "2" } });
    await send(`POST ${MAPS}`, { metadata: { name: "c" } });
    await send(`PATCH ${MAPS}/c`, { data: { a: "3", b: null } }, MERGE);
    await send(`DELETE ${MAPS}/c`);
    const { items } = await log(`?after=${next}`);
    expect(items.map(line)).toEqual([
      "create configmaps default 201",
      "create configmaps default 409",
      "patch configmaps default c 200 op/1",
      "delete configmaps default c 200",
    ]);
    const [created, refused, patched, deleted] = items.map(({ writes }) => asObjects(writes));
    expect([created?.length, refused?.length, patched?.length]).toEqual([1, 0, 1]);
    expect(patched?.[0]).toMatchObject({ type: "update", patch: { data: { a: "3", b: null } } });
    expect(deleted?.[0]).toMatchObject({ type: "delete", patch: null });
    expect(items[0]?.user).toBe("kiln-testing");
  });

  it("names the fault that a request met", async () => {
    const { send, log } = await start();
    const spec = { match: { resources: ["configmaps"] }, action: "Status", code: 503 };
    const fault = { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata: { name: "busy" }, spec };
    await send("POST /clusters/a/apis/testing.kiln.dev/v1/faults", fault);
    await send(`GET ${MAPS}`);
    expect((await log()).items.at(-1)).toMatchObject({ fault: "busy", code: 503 });
  });

  it("leaves the content of Secrets out", async () => {
    const { send, log } = await start();
    const path = "/clusters/a/api/v1/namespaces/default/secrets";
    await send(`POST ${path}`, { metadata: { name: "s" }, stringData: { password: "hunter2" } });
    const { items } = await log();
    expect(items.at(-1)).toMatchObject({ verb: "create", resource: "secrets" });
    expect(JSON.stringify(items)).not.toContain(Buffer.from("hunter2").toString("base64"));
  });

  it("is another one for every cluster, and needs a user", async () => {
    const { send, log } = await start();
    await send("GET /api/v1/pods");
    expect((await log()).items.map(line)).not.toContain("list pods 200");
    const headers = { authorization: "Bearer unknown" };
    expect((await send("GET /clusters/a/testing/log", undefined, headers)).status).toBe(401);
    expect((await send("GET /clusters/a/testing/log?after=x")).status).toBe(400);
  });
});
