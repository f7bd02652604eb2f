import type { JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { type Client, createClient } from "@kiln/client";
import {
  audit,
  enterPhase,
  findObstacles,
  followClasses,
  type InvalidObject,
  type Phase,
  readPhase,
} from "@kiln/snapshot";
import { openWebhookTransport } from "@kiln/webhook/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { transportOf } from "../client/transport-of.ts";
import { type OpenWebhook, openWebhook } from "./open-webhook.ts";
import { configure } from "./ways.ts";

const GROUP = "/apis/snapshot.storage.k8s.io";
const MERGE = { "content-type": "application/merge-patch+json" };

let webhook: OpenWebhook;
let server: TestServer;
let client: Client;
const hooks = openWebhookTransport();

beforeEach(async () => {
  webhook = await openWebhook();
  server = await startTestServer({ webhooks: { transport: hooks } });
  client = createClient({ transport: transportOf(server), userAgent: "test/1" });
});
afterEach(async () => {
  client.close();
  await server.close();
  await webhook.close();
});

const snapshots = (version: string) => `${GROUP}/${version}/namespaces/default/volumesnapshots`;

function snapshot(name: string, source: JsonObject, version = "v1beta1"): JsonObject {
  const metadata = { name, namespace: "default", finalizers: ["example.com/keep"] };
  return { apiVersion: `snapshot.storage.k8s.io/${version}`, kind: "VolumeSnapshot", metadata, spec: { source } };
}

const BOTH = { persistentVolumeClaimName: "a", volumeSnapshotContentName: "b" };

async function fill(): Promise<void> {
  await enterPhase(client, 1);
  await server.send("POST", snapshots("v1beta1"), { body: snapshot("good", { persistentVolumeClaimName: "a" }) });
  await server.send("POST", snapshots("v1beta1"), { body: snapshot("both", BOTH) });
  await server.send("POST", snapshots("v1beta1"), { body: snapshot("none", {}) });
  await configure(server, webhook);
}

async function namesIn(version: string): Promise<string[]> {
  const { json = {} } = await server.send("GET", snapshots(version));
  return (json.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

const patch = (target: string, body: JsonObject) => server.send("PATCH", target, { headers: MERGE, body });

describe("the phases", () => {
  it("are distinguished, from none on", async () => {
    expect(await readPhase(client)).toMatchObject({ phase: 0, storedVersions: [] });
    for (const phase of [1, 2, 3] as const) {
      await enterPhase(client, phase);
      expect(await readPhase(client)).toMatchObject({ phase });
    }
    expect((await readPhase(client)).storedVersions).toEqual(["v1", "v1beta1"]);
  });

  it("go 1, 2, 1, 2, 3 in place, and nothing is lost", async () => {
    await fill();
    for (const phase of [2, 1, 2, 3] as const) {
      await enterPhase(client, phase);
      expect(await readPhase(client)).toMatchObject({ phase });
      expect(await namesIn("v1beta1")).toEqual(["both", "good", "none"]);
      if (phase > 1) {
        expect(await namesIn("v1")).toEqual(["both", "good", "none"]);
      }
    }
  });

  it.each([1, 2, 3] as const)(
    "%i keeps invalid objects updatable and deletable, and lets no new ones in",
    async (phase) => {
      await fill();
      await enterPhase(client, Math.min(phase, 2) as Phase);
      await enterPhase(client, phase);
      const version = phase === 1 ? "v1beta1" : "v1";
      const denied = await server.send("POST", snapshots(version), { body: snapshot("new", BOTH, version) });
      expect(denied.status).toBe(phase === 1 ? 400 : 422);
      const { status } = await patch(`${snapshots(version)}/good`, {
        spec: { source: { persistentVolumeClaimName: "c" } },
      });
      expect(status).toBe(400);
      for (const name of ["both", "none"]) {
        const target = `${snapshots(version)}/${name}`;
        expect((await patch(target, { metadata: { labels: { seen: "" } } })).status).toBe(200);
        expect((await server.send("DELETE", target)).status).toBe(200);
        expect((await patch(target, { metadata: { finalizers: null } })).status).toBe(200);
        expect((await server.send("GET", target)).status).toBe(404);
      }
    },
  );

  it("are not entered as long as invalid objects are left, nor by leaps", async () => {
    await fill();
    expect(await findObstacles(client, 2)).toEqual(["2 invalid objects are left; kiln snapshot audit lists them"]);
    expect(await findObstacles(client, 3)).toHaveLength(2);
    await patch(`${snapshots("v1beta1")}/both`, { spec: { source: { volumeSnapshotContentName: null } } });
    await patch(`${snapshots("v1beta1")}/none`, { spec: { source: { persistentVolumeClaimName: "a" } } });
    expect(await findObstacles(client, 2)).toEqual([]);
    await enterPhase(client, 2);
    await enterPhase(client, 3);
    expect(await findObstacles(client, 4)).toEqual([
      "objects may still be stored in v1beta1; rewrite them in v1 with kiln migrate",
    ]);
    expect(await findObstacles(client, 1)).toHaveLength(1);
    expect(await findObstacles(client, 2)).toEqual([]);
  });
});

describe("followClasses()", () => {
  const body = (name: string) => ({
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: { name },
    driver: "d",
    deletionPolicy: "Delete",
  });

  it("knows all classes through every phase", async () => {
    const classes = followClasses({ client, clock: server.clock, fraction: () => 0.5, onError: () => {} });
    const known = () => [...classes.list()].map(({ metadata }) => metadata.name);
    const untilKnown = async (names: readonly string[]) => {
      for (let turn = 0; turn < 500 && known().join() !== names.join(); turn++) {
        server.clock.advance(100);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(known()).toEqual(names);
    };
    expect(classes.hasSynced).toBe(false);
    const names: string[] = [];
    for (const phase of [1, 2, 3, 4] as const) {
      await enterPhase(client, phase);
      const version = phase === 1 ? "v1beta1" : "v1";
      const object = { ...body(`c${phase}`), apiVersion: `snapshot.storage.k8s.io/${version}` };
      await server.send("POST", `${GROUP}/${version}/volumesnapshotclasses`, { body: object });
      names.push(`c${phase}`);
      await untilKnown(names);
    }
    expect(classes.hasSynced).toBe(true);
    classes.stop();
  });
});

describe("audit()", () => {
  it("lists what is invalid, whatever labels say", async () => {
    await fill();
    const found: InvalidObject[] = [];
    expect(await audit(client, { onInvalid: (object) => found.push(object) })).toEqual({ objects: 3, invalid: 2 });
    expect(found.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)).toEqual([
      "VolumeSnapshot default/both",
      "VolumeSnapshot default/none",
    ]);
  });

  it("streams ten thousand objects with progress", async () => {
    await enterPhase(client, 1);
    for (let index = 0; index < 10_000; index++) {
      const source = index % 100 === 0 ? {} : { persistentVolumeClaimName: "a" };
      await server.send("POST", snapshots("v1beta1"), { body: snapshot(`s${index}`, source) });
    }
    const done: number[] = [];
    const totals = await audit(client, { onProgress: (progress) => done.push(progress.done) });
    expect(totals).toEqual({ objects: 10_000, invalid: 100 });
    expect(done.slice(0, 3)).toEqual([1000, 2000, 3000]);
  }, 60_000);

  it("finds nothing in a cluster without snapshots", async () => {
    expect(await audit(client)).toEqual({ objects: 0, invalid: 0 });
  });
});
