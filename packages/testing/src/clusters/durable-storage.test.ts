import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asObject, asObjects } from "@kiln/api";
import { openLmdbStore } from "@kiln/store/lmdb";
import { afterEach, describe, expect, it } from "vitest";
import { startTestingServer, type TestedServer } from "../testing/start-testing-server.ts";
import { createDurableStorage } from "./durable-storage.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const FORKS = "/apis/testing.kiln.dev/v1/forks";
const MERGE = { "content-type": "application/merge-patch+json" };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-forks-"));
  folders.push(folder);
  return folder;
}

async function open(folder: string, url = "https://127.0.0.1:6443") {
  const storage = createDurableStorage({
    baseDirectory: join(folder, "data"),
    folder: join(folder, "clusters"),
    openStore: (directory, clock) => openLmdbStore({ directory, clock }),
    now: () => new Date("2026-01-02T03:04:05Z"),
  });
  const server = await startTestingServer({ storage, url: () => url });
  await server.server.refreshForks();
  return server;
}

const map = (name: string) => ({ metadata: { name } });

async function names({ send }: TestedServer, cluster: string): Promise<unknown[]> {
  const { json } = await send(`GET ${cluster}${MAPS}`);
  return asObjects(json?.items).map(({ metadata }) => asObject(metadata).name);
}

describe("createDurableStorage()", () => {
  it("finds forks and snapshots again after a restart, under the new address", async () => {
    const folder = makeFolder();
    const first = await open(folder);
    await first.send(`POST ${MAPS}`, map("shared"));
    await first.fork("a");
    await first.fork("unused", { fork: "a" });
    await first.send(`POST /clusters/a${MAPS}`, map("in-a"));
    const snapshot = { apiVersion: "testing.kiln.dev/v1", kind: "Snapshot", metadata: { name: "s" } };
    await first.send("POST /apis/testing.kiln.dev/v1/snapshots", { ...snapshot, spec: { from: { fork: "a" } } });
    await first.server.close();

    const second = await open(folder, "https://127.0.0.1:7777");
    expect(await names(second, "/clusters/a")).toEqual(["in-a", "shared"]);
    expect(await names(second, "/clusters/unused")).toEqual(["shared"]);
    await second.fork("b", { snapshot: "s" });
    expect(await names(second, "/clusters/b")).toEqual(["in-a", "shared"]);
    const { json } = await second.send(`GET ${FORKS}/a`);
    expect(asObject(json?.status).url).toBe("https://127.0.0.1:7777/clusters/a");
    await second.server.close();
  });

  it("resets a fork above every revision that was seen, also right after a restart", async () => {
    const folder = makeFolder();
    const first = await open(folder);
    await first.fork("a");
    const { json } = await first.send(`POST /clusters/a${MAPS}`, map("gone"));
    const seen = asObject(json?.metadata).resourceVersion;
    await first.server.close();
    const second = await open(folder);
    await second.send(`PATCH ${FORKS}/a`, { spec: { resets: 1 } }, MERGE);
    expect(await names(second, "/clusters/a")).toEqual([]);
    const watch = await second.send(`GET /clusters/a${MAPS}?watch=true&resourceVersion=${seen}`);
    expect(watch.text).toContain('"code":410');
    await second.server.close();
  });

  it("leaves no file of a deleted fork, nor of one whose object was never written", async () => {
    const folder = makeFolder();
    const first = await open(folder);
    await first.fork("a");
    await first.send(`GET /clusters/a${MAPS}`);
    await first.fork("b");
    await first.send(`DELETE ${FORKS}/a`);
    expect(readdirSync(join(folder, "clusters", "forks"))).toEqual(["b"]);
    await first.server.close();
    mkdirSync(join(folder, "clusters", "forks", "interrupted"));
    const second = await open(folder);
    expect(existsSync(join(folder, "clusters", "forks", "interrupted"))).toBe(false);
    await second.server.close();
  });
});
