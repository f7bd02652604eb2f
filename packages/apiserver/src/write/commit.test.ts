import { decodeUtf8, type JsonObject, objectAt, objectsAt } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { convertedWidgets, createConversionHook } from "../testing/conversion-hook.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const MERGE = { "content-type": "application/merge-patch+json" };
const NAME = `${DEFINITIONS}/widgets.example.com`;

function widgets(version: string): string {
  return `/apis/example.com/${version}/namespaces/default/widgets`;
}

function widget(version: string): JsonObject {
  return { apiVersion: `example.com/${version}`, kind: "Widget", metadata: { name: "a" }, spec: {} };
}

/** A server with a conversion webhook that blocks its first call until released. */
async function start() {
  const hook = createConversionHook();
  const server = await startTestServer({ webhooks: { transport: hook.transport } });
  await server.send("POST", DEFINITIONS, { body: convertedWidgets() });
  const { respond } = hook;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    hook.respond = async (question, request) => {
      resolve();
      await released;
      return respond(question, request);
    };
  });
  return { server, asked, release };
}

async function storeV2({ send }: TestServer): Promise<void> {
  const { json } = await send("GET", NAME);
  const versions = objectsAt(objectAt(json ?? {}, "spec"), "versions");
  const body = { spec: { versions: versions.map((each) => ({ ...each, storage: each.name === "v2" })) } };
  expect((await send("PATCH", NAME, { headers: MERGE, body })).status).toBe(200);
}

async function storedVersion({ store }: TestServer): Promise<string | undefined> {
  const entry = await store.get("/registry/example.com/widgets/default/a");
  return entry === undefined ? undefined : /"apiVersion":"([^"]*)"/.exec(decodeUtf8(entry.value))?.[1];
}

describe("commit()", () => {
  it("stores in the version that the definition stores by now, whatever it was when the request came", async () => {
    const { server, asked, release } = await start();
    await server.send("POST", widgets("v1"), { body: widget("v1") });
    const patched = server.send("PATCH", `${widgets("v2")}/a`, { headers: MERGE, body: { spec: { length: "l" } } });
    await asked;
    await storeV2(server);
    release();
    expect((await patched).json).toMatchObject({ apiVersion: "example.com/v2", spec: { length: "l" } });
    expect(await storedVersion(server)).toBe("example.com/v2");
  });

  it("does so too where that changes while the object is converted", async () => {
    const { server, asked, release } = await start();
    const created = server.send("POST", widgets("v2"), { body: widget("v2") });
    await asked;
    await storeV2(server);
    release();
    expect((await created).status).toBe(201);
    expect(await storedVersion(server)).toBe("example.com/v2");
  });

  it("stores nothing of a kind that is gone", async () => {
    const { server, asked, release } = await start();
    const created = server.send("POST", widgets("v2"), { body: widget("v2") });
    await asked;
    await server.send("DELETE", NAME);
    await expect.poll(async () => (await server.send("GET", NAME)).status).toBe(404);
    release();
    expect((await created).status).toBe(404);
    expect(await storedVersion(server)).toBeUndefined();
  });
});
