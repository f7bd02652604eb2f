import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { openTransport } from "@kiln/client/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { H2Connection } from "../../server/h2-connection.ts";
import { makeMaterial, nodeName, nodeToken } from "../servers/material.ts";
import { startTestedKiln, type TestedServer } from "../servers/tested-server.ts";
import { type CountingProxy, startCountingProxy } from "./counting-proxy.ts";

const pods: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };
const secrets: ResourceType = { ...pods, plural: "secrets" };

const folder = mkdtempSync(join(tmpdir(), "kiln-proxy-"));
let server: TestedServer;
let proxy: CountingProxy;
let client: Client;

beforeAll(async () => {
  const material = await makeMaterial(join(folder, "material"), 2);
  server = await startTestedKiln({ material, folder: join(folder, "data") });
  const read = (name: string) => readFileSync(join(folder, "data", "pki", name), "utf8");
  const ca = read("ca.crt");
  proxy = await startCountingProxy({ cert: read("server.crt"), key: read("server.key"), ca, port: server.target.port });
  const credentials = { token: async () => nodeToken(1) };
  const access = { url: `https://127.0.0.1:${proxy.port}`, ca, credentials, namespace: "default" };
  client = createClient({ transport: openTransport(access), userAgent: "test/1" });
});

afterAll(async () => {
  client.close();
  await proxy.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("startCountingProxy()", () => {
  it("lets a node with a token of its own through to a real server, and counts what it asks for", async () => {
    const fieldSelector = `spec.nodeName=${nodeName(1)}`;
    await client.list(pods, { fieldSelector });
    await client.list(pods, { fieldSelector });
    await expect(client.get(secrets, { namespace: "default", name: "m-1" })).rejects.toThrow("forbidden");
    const { requests, codes, bytesUp, bytesDown, connections } = proxy.read();
    expect(requests).toEqual({ "list pods": 2, "get secrets": 1 });
    expect(codes).toEqual({ 200: 2, 403: 1 });
    expect(connections).toBe(1);
    expect(bytesUp).toBeGreaterThan(100);
    expect(bytesDown).toBeGreaterThan(300);
  });

  it("knows which watches are open, until they end from either side", async () => {
    const ended = new AbortController();
    const options = { fieldSelector: `spec.nodeName=${nodeName(1)}`, resourceVersion: "0" };
    const first = client.watch(pods, {
      ...options,
      sendInitialEvents: true,
      resourceVersionMatch: "NotOlderThan",
      allowWatchBookmarks: true,
      signal: ended.signal,
    });
    await first.next();
    expect(proxy.read().openWatches).toEqual({ pods: 1 });
    ended.abort();
    await expect(first.next()).rejects.toThrow();
    await become(() => proxy.read().openWatches.pods === 0);

    for await (const _ of client.watch(pods, { fieldSelector: options.fieldSelector, timeoutSeconds: 1 })) {
      // The server closes the connection.
    }
    await become(() => proxy.read().openWatches.pods === 0);
    expect(proxy.read().requests["watch pods"]).toBe(2);
  });

  it("loses all watches with the server, and serves again once that is back", async () => {
    const watch = client.watch(pods, { fieldSelector: `spec.nodeName=${nodeName(1)}`, resourceVersion: "0" });
    const next = watch.next();
    const lost = next.catch(() => "cut off");
    await become(() => proxy.read().openWatches.pods === 1);
    await server.kill();
    expect(await lost).not.toMatchObject({ done: false });
    await become(() => proxy.read().connections === 0);
    expect(proxy.read().openWatches).toEqual({ pods: 0 });
    await server.start();
    await client.list(pods, { fieldSelector: `spec.nodeName=${nodeName(1)}` });
    expect(proxy.read().connections).toBe(1);
  });

  it("does not see what goes past it", async () => {
    const before = proxy.read().requests;
    const direct = await H2Connection.open(server.target);
    expect((await direct.send({ method: "GET", path: "/api/v1/pods" })).status).toBe(200);
    direct.close();
    expect(proxy.read().requests).toEqual(before);
  });
});

/** Waits for a condition: events of the other end arrive within a few turns of the event loop. */
async function become(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}
