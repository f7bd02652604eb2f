import type { JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { createClient, startInformer } from "@kiln/client";
import { createControllerMetrics, enterPhase, INVALID_LABELS, runController } from "@kiln/snapshot";
import { openWebhookTransport } from "@kiln/webhook/node";
import { afterEach, describe, expect, it } from "vitest";
import { transportOf } from "../client/transport-of.ts";
import { openWebhook } from "./open-webhook.ts";
import { configure } from "./ways.ts";

const GROUP = "/apis/snapshot.storage.k8s.io";
const SNAPSHOTS = `${GROUP}/v1beta1/namespaces/default/volumesnapshots`;
const CONTENTS = `${GROUP}/v1beta1/volumesnapshotcontents`;
const MERGE = { "content-type": "application/merge-patch+json" };
const DAY_MS = 24 * 3600 * 1000;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

/** Waits for a result: the server responds in later turns of the event loop. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < 2000; turn++) {
    const value = await read();
    if (value !== undefined) {
      return value;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it did not come");
}

/** Waits until all work that needs no clock is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function start() {
  const hooks = openWebhookTransport();
  const webhook = await openWebhook();
  const server = await startTestServer({ webhooks: { transport: hooks } });
  const client = createClient({ transport: transportOf(server), userAgent: "test/1" });
  await enterPhase(client, 1);
  const metrics = createControllerMetrics();
  const stop = new AbortController();
  const errors: unknown[] = [];
  const warnings: string[] = [];
  const run = (how: { readonly writesStatus?: boolean } = {}) => {
    const { clock } = server;
    const options = {
      client,
      clock,
      fraction: () => 0.5,
      resyncMs: DAY_MS,
      checksDefaultClass: true,
      metrics,
      onError: (e: unknown) => errors.push(e),
      onWarning: (message: string) => warnings.push(message),
      ...how,
    };
    const running = runController(options, stop.signal);
    cleanUps.push(async () => {
      stop.abort();
      await running;
    });
  };
  cleanUps.push(async () => {
    client.close();
    await server.close();
    await webhook.close();
    hooks.close();
  });
  return { server, webhook, client, run, metrics, errors, warnings };
}

function snapshot(name: string, spec: JsonObject): JsonObject {
  const metadata = { name, namespace: "default" };
  return { apiVersion: "snapshot.storage.k8s.io/v1beta1", kind: "VolumeSnapshot", metadata, spec };
}

async function read(server: TestServer, target: string): Promise<JsonObject> {
  return (await server.send("GET", target)).json ?? {};
}

async function hasLabel(server: TestServer, target: string, label: string): Promise<boolean> {
  const { labels = {} } = (await read(server, target)).metadata as JsonObject;
  return Object.hasOwn(labels as JsonObject, label);
}

const LABEL = INVALID_LABELS.VolumeSnapshot;
const patch = (server: TestServer, target: string, body: JsonObject) =>
  server.send("PATCH", target, { headers: MERGE, body });

describe("the snapshot controller", () => {
  it("labels invalid objects of either kind, whatever rule they break, and says why in status and one event if told to", async () => {
    const { server, webhook, run, metrics } = await start();
    const specs: Record<string, JsonObject> = {
      both: { source: { persistentVolumeClaimName: "a", volumeSnapshotContentName: "b" } },
      none: { source: {} },
      class: { source: { persistentVolumeClaimName: "a" }, volumeSnapshotClassName: "" },
      good: { source: { persistentVolumeClaimName: "a" } },
    };
    for (const [name, spec] of Object.entries(specs)) {
      await server.send("POST", SNAPSHOTS, { body: snapshot(name, spec) });
    }
    const spec = { driver: "d", deletionPolicy: "Retain", source: {}, volumeSnapshotRef: {} };
    await server.send("POST", CONTENTS, {
      body: { ...snapshot("content", spec), kind: "VolumeSnapshotContent", metadata: { name: "content" } },
    });
    await configure(server, webhook);
    run({ writesStatus: true });
    for (const name of ["both", "none", "class"]) {
      await until(async () => (await hasLabel(server, `${SNAPSHOTS}/${name}`, LABEL)) || undefined);
    }
    const label = INVALID_LABELS.VolumeSnapshotContent;
    await until(async () => (await hasLabel(server, `${CONTENTS}/content`, label)) || undefined);
    expect(await hasLabel(server, `${SNAPSHOTS}/good`, LABEL)).toBe(false);
    const status = await until(async () => (await read(server, `${CONTENTS}/content`)).status);
    expect(status).toEqual({
      error: { message: expect.stringMatching(/^ContentValidationError: spec.source: /), time: expect.any(String) },
    });
    const events = await until(async () => {
      const { items } = await read(server, "/api/v1/events");
      return (items as JsonObject[]).length === 4 ? (items as JsonObject[]) : undefined;
    });
    expect(new Set(events.map(({ reason }) => reason))).toEqual(
      new Set(["SnapshotValidationError", "ContentValidationError"]),
    );
    expect(metrics.print()).toContain(
      'snapshot_controller_invalid_objects{kind="VolumeSnapshot",namespace="default"} 3',
    );
  });

  it("takes label and error from what was repaired, also those of an older spelling", async () => {
    const { server, run } = await start();
    const former = "snapshot.storage.sigs.k8s.io/invalid-snapshot-resource";
    const body = snapshot("a", { source: {} });
    await server.send("POST", SNAPSHOTS, { body: { ...body, metadata: { name: "a", labels: { [former]: "" } } } });
    run({ writesStatus: true });
    const target = `${SNAPSHOTS}/a`;
    await until(async () => ((await read(server, target)).status as JsonObject | undefined)?.error);
    expect(await hasLabel(server, target, former)).toBe(false);
    await patch(server, target, { spec: { source: { persistentVolumeClaimName: "c" } } });
    await until(async () => ((await hasLabel(server, target, LABEL)) ? undefined : true));
    await until(async () => (Object.hasOwn(await read(server, target), "status") ? undefined : true));
  });

  it("changes nothing but the label of a snapshot that is in use", async () => {
    const { server, run } = await start();
    const spec = { source: { persistentVolumeClaimName: "a" }, volumeSnapshotClassName: "" };
    await server.send("POST", SNAPSHOTS, { body: snapshot("a", spec) });
    const target = `${SNAPSHOTS}/a`;
    const status = { readyToUse: true, boundVolumeSnapshotContentName: "c" };
    await patch(server, `${target}/status`, { status });
    run();
    await until(async () => (await hasLabel(server, target, LABEL)) || undefined);
    expect((await read(server, target)).status).toEqual(status);
    await patch(server, target, { spec: { volumeSnapshotClassName: "fast" } });
    await until(async () => ((await hasLabel(server, target, LABEL)) ? undefined : true));
    expect((await read(server, target)).status).toEqual(status);
    expect((await read(server, "/api/v1/events")).items).toEqual([]);
  });

  it("restores, a day later at most, what no event reported as gone", async () => {
    const { server, run, metrics } = await start();
    await server.send("POST", SNAPSHOTS, { body: snapshot("a", { source: {} }) });
    run();
    await until(async () => (await hasLabel(server, `${SNAPSHOTS}/a`, LABEL)) || undefined);
    const sweptAt = () => Number(/^snapshot_controller_last_sweep_timestamp_seconds (.+)$/m.exec(metrics.print())?.[1]);
    const first = sweptAt();
    expect(first).toBeGreaterThan(0);
    server.clock.advance(DAY_MS);
    await until(async () => (sweptAt() >= first + DAY_MS / 1000 ? true : undefined));
  });

  it.each([
    {
      what: "removes the label",
      undo: { metadata: { labels: { [LABEL]: null } } },
      subresource: "",
      isUndone: ({ metadata }: JsonObject) => !Object.hasOwn((metadata as { labels?: object }).labels ?? {}, LABEL),
      hours: 10,
      writes: 3,
    },
    {
      what: "removes the error",
      undo: { status: { error: null } },
      subresource: "/status",
      isUndone: ({ status }: JsonObject) => !Object.hasOwn((status ?? {}) as object, "error"),
      hours: 10,
      writes: 3,
    },
    {
      what: "writes its own error",
      undo: { status: { error: { message: "Exactly one of … should be specified" }, readyToUse: false } },
      subresource: "/status",
      isUndone: ({ status }: JsonObject) =>
        (status as { error?: { message?: string } })?.error?.message === "Exactly one of … should be specified",
      hours: 1,
      writes: 1,
    },
  ])("settles with a writer that $what at every change", async ({ undo, subresource, isUndone, hours, writes }) => {
    const { server, client, run, metrics, warnings } = await start();
    const target = `${SNAPSHOTS}/a`;
    let undone = 0;
    const other = startInformer({
      client,
      clock: server.clock,
      fraction: () => 0.5,
      type: { group: "snapshot.storage.k8s.io", version: "v1beta1", plural: "volumesnapshots", isNamespaced: true },
      onChange: ({ object }) => {
        const isMarked = Object.hasOwn(object, "status") && Object.hasOwn(object.metadata.labels ?? {}, LABEL);
        if ((isMarked || undone > 0) && !isUndone(object)) {
          undone++;
          void patch(server, `${target}${subresource}`, undo);
        }
      },
    });
    cleanUps.push(() => other.stop());
    await other.synced;
    run({ writesStatus: true });
    const both = { source: { persistentVolumeClaimName: "a", volumeSnapshotContentName: "b" } };
    await server.send("POST", SNAPSHOTS, { body: snapshot("a", both) });
    await until(async () => (undone > 0 ? true : undefined));
    for (let minute = 0; minute < hours * 60; minute++) {
      await settle();
      server.clock.advance(60_000);
    }
    await settle();
    expect(undone).toBe(writes);
    expect(warnings).toEqual(writes > 1 ? [expect.stringContaining("VolumeSnapshot default/a")] : []);
    expect(metrics.print()).toContain(`snapshot_controller_contested_objects ${writes > 1 ? 1 : 0}`);
  });

  it("reports drivers with several default classes", async () => {
    const { server, run, metrics } = await start();
    const annotations = { "snapshot.storage.kubernetes.io/is-default-class": "true" };
    for (const name of ["a", "b"]) {
      await server.send("POST", `${GROUP}/v1beta1/volumesnapshotclasses`, {
        body: {
          apiVersion: "snapshot.storage.k8s.io/v1beta1",
          kind: "VolumeSnapshotClass",
          metadata: { name, annotations },
          driver: "d",
          deletionPolicy: "Delete",
        },
      });
    }
    run();
    const events = await until(async () => {
      const { items } = await read(server, "/api/v1/events");
      return (items as JsonObject[]).length > 0 ? (items as JsonObject[]) : undefined;
    });
    expect(events[0]).toMatchObject({
      reason: "MultipleDefaultClasses",
      involvedObject: { kind: "VolumeSnapshotClass" },
    });
    expect(metrics.print()).toContain('snapshot_controller_default_classes{driver="d"} 2');
  });

  it("stands in no one's way who deletes", async () => {
    const { server, run, errors } = await start();
    const body = snapshot("a", { source: {} });
    await server.send("POST", SNAPSHOTS, {
      body: { ...body, metadata: { name: "a", finalizers: ["example.com/keep"] } },
    });
    run();
    const target = `${SNAPSHOTS}/a`;
    await until(async () => (await hasLabel(server, target, LABEL)) || undefined);
    await server.send("DELETE", target);
    await patch(server, target, { metadata: { finalizers: null } });
    expect((await server.send("GET", target)).status).toBe(404);
    expect(errors).toEqual([]);
  });
});
