import { createSystemClock } from "@kiln/api";
import { StoreError, yieldTurn } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";
import { createHealth, HEALTH_TIMEOUT_MS } from "./health.ts";

async function startBroken() {
  const store = new MemoryStore();
  const server = await startTestServer({ store });
  store.checkHealth = () => Promise.reject(new Error("the disk is gone"));
  return server;
}

describe("checkHealth()", () => {
  it.each([
    ["/healthz", "ok"],
    ["/livez/ping", "ok"],
    [
      "/readyz?verbose",
      "[+]ping ok\n[+]etcd ok\n[+]etcd-readiness ok\n[+]informer-sync ok\n[+]shutdown ok\nreadyz check passed\n",
    ],
    ["/livez?verbose&exclude=etcd", "[+]ping ok\n[+]etcd excluded: ok\nlivez check passed\n"],
    [
      "/livez?verbose&exclude=b&exclude=a",
      '[+]ping ok\n[+]etcd ok\nwarn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    ],
  ])("says of %s: %s", async (path, text) => {
    const { send } = await startTestServer();
    expect(await send("GET", path)).toMatchObject({ status: 200, text });
  });

  it.each(["/healthz/", "/livez/nosuch", "/livez/shutdown", "/readyz/ping/more"])("knows no %s", async (path) => {
    const { send } = await startTestServer();
    expect(await send("GET", path)).toMatchObject({ status: 404, text: "404 page not found\n" });
  });

  it("says which part fails, and keeps the reason to itself", async () => {
    const { send } = await startBroken();
    const text =
      "[+]ping ok\n[-]etcd failed: reason withheld\n[-]etcd-readiness failed: reason withheld\n[+]informer-sync ok\n[+]shutdown ok\nreadyz check failed\n";
    expect(await send("GET", "/readyz")).toMatchObject({ status: 500, text });
    expect(await send("GET", "/readyz?exclude=etcd&exclude=etcd-readiness")).toMatchObject({ status: 200, text: "ok" });
    expect(await send("GET", "/readyz/etcd")).toMatchObject({
      status: 500,
      text: "internal server error: the disk is gone\n",
    });
  });

  it("is not synced before the server has read what it follows", async () => {
    const health = createHealth(new MemoryStore(), createSystemClock());
    const check = () => health.checks.find(({ name }) => name === "informer-sync")?.check();
    expect(check).toThrow("not read yet");
    health.markSynced();
    expect(check).not.toThrow();
  });

  it("is alive and not ready as long as there is no room to write", async () => {
    const store = new MemoryStore();
    const { send } = await startTestServer({ store });
    const check = store.checkHealth;
    store.checkHealth = () => Promise.reject(new StoreError("no-space", "The disk has 1.0 MiB free."));
    const text =
      "[+]ping ok\n[+]etcd ok\n[-]etcd-readiness failed: reason withheld\n[+]informer-sync ok\n[+]shutdown ok\nreadyz check failed\n";
    expect(await send("GET", "/readyz")).toMatchObject({ status: 500, text });
    expect(await send("GET", "/readyz/etcd-readiness")).toMatchObject({
      status: 500,
      text: "internal server error: The disk has 1.0 MiB free.\n",
    });
    expect(await send("GET", "/livez")).toMatchObject({ status: 200 });
    store.checkHealth = check;
    expect(await send("GET", "/readyz")).toMatchObject({ status: 200 });
  });

  it.each(["/readyz", "/livez", "/readyz/etcd"])("answers %s in time when the store does not", async (path) => {
    const store = new MemoryStore();
    const { send, clock } = await startTestServer({ store });
    store.checkHealth = () => new Promise(() => {});
    const answer = send("GET", path);
    await yieldTurn();
    clock.advance(HEALTH_TIMEOUT_MS);
    expect(await answer).toMatchObject({ status: 500 });
  });

  it("is alive and not ready once it is about to stop", async () => {
    const lines: string[] = [];
    const write = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
    const log = { info: write("info"), warn: write("warn"), error: write("error") };
    const { send, server } = await startTestServer({ log });
    server.beginShutdown();
    const text =
      "[+]ping ok\n[+]etcd ok\n[+]etcd-readiness ok\n[+]informer-sync ok\n[-]shutdown failed: reason withheld\nreadyz check failed\n";
    expect(await send("GET", "/readyz")).toMatchObject({ status: 500, text });
    expect(lines).toEqual(["info: health check failed: readyz/shutdown: process is shutting down"]);
    expect(await send("GET", "/readyz/shutdown")).toMatchObject({
      status: 500,
      text: "internal server error: process is shutting down\n",
    });
    expect(await send("GET", "/livez")).toMatchObject({ status: 200, text: "ok" });
    expect(await send("GET", "/api/v1/namespaces/default")).toMatchObject({ status: 200 });
  });
});
