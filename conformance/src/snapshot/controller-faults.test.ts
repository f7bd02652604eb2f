import { type JsonObject, type KubeObject, StatusError } from "@kiln/api";
import { startTestServer } from "@kiln/apiserver/testing";
import { createClient, type ResourceType, startInformer, takePart } from "@kiln/client";
import { createControllerMetrics, enterPhase, INVALID_LABELS, runController } from "@kiln/snapshot";
import { afterEach, describe, expect, it } from "vitest";
import { type CuttableTransport, transportOf } from "../client/transport-of.ts";

const SNAPSHOTS: ResourceType = {
  group: "snapshot.storage.k8s.io",
  version: "v1beta1",
  plural: "volumesnapshots",
  isNamespaced: true,
};
const EVENTS: ResourceType = { group: "", version: "v1", plural: "events", isNamespaced: true };
const LABEL = INVALID_LABELS.VolumeSnapshot;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

/** Waits until work that needs no clock is done, or for some turns of it. */
async function settle(turns = 50): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const hasLabel = ({ metadata }: KubeObject) => Object.hasOwn(metadata.labels ?? {}, LABEL);

async function start() {
  const server = await startTestServer();
  const client = createClient({ transport: transportOf(server), userAgent: "test/1" });
  await enterPhase(client, 1);
  // Number of times that the label was set, by name.
  const labelled = new Map<string, number>();
  const watcher = startInformer({
    client,
    clock: server.clock,
    fraction: () => 0.5,
    type: SNAPSHOTS,
    onChange: (change) => {
      const { name = "" } = change.object.metadata;
      if (change.type === "modified" && hasLabel(change.object) && !hasLabel(change.old)) {
        labelled.set(name, (labelled.get(name) ?? 0) + 1);
      }
    },
  });
  await watcher.synced;
  cleanUps.push(async () => {
    watcher.stop();
    client.close();
    await server.close();
  });

  /** Starts a controller that takes part in the election; returns its transport. */
  const join = (identity: string): CuttableTransport => {
    const transport = transportOf(server);
    const { clock } = server;
    const shared = { client: createClient({ transport, userAgent: "test/1" }), clock, fraction: () => 0.5 };
    const onError = () => {};
    const stop = new AbortController();
    const options = { ...shared, resyncMs: 24 * 3600 * 1000, checksDefaultClass: false, writesStatus: true, onError };
    const running = takePart(
      {
        ...shared,
        lease: { namespace: "kube-system", name: "kiln-snapshot-controller" },
        identity,
        lead: (signal) => runController({ ...options, metrics: createControllerMetrics() }, signal),
        onError,
      },
      stop.signal,
    );
    cleanUps.push(async () => {
      stop.abort();
      await running;
    });
    return transport;
  };
  const create = (name: string) =>
    client.create(SNAPSHOTS, {
      apiVersion: "snapshot.storage.k8s.io/v1beta1",
      kind: "VolumeSnapshot",
      metadata: { name, namespace: "default" },
      spec: { source: {} },
    });
  /** Advances the clock by a second at a time until the condition holds. */
  const untilSo = async (isSo: () => boolean): Promise<void> => {
    for (let second = 0; second < 300 && !isSo(); second++) {
      server.clock.advance(1000);
      await settle();
    }
    expect(isSo()).toBe(true);
  };
  const isTold = (object: KubeObject) => Object.hasOwn((object.status ?? {}) as JsonObject, "error");
  return {
    server,
    client,
    labelled,
    join,
    create,
    untilSo,
    isMarked: (name: string) => {
      const object = watcher.get(`default/${name}`);
      return object !== undefined && hasLabel(object) && isTold(object);
    },
  };
}

const namesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `s${first + index}`);

describe("Of two snapshot controllers", () => {
  it("one works; when it dies the other goes on where it stopped, and nothing is written twice", async () => {
    const { client, labelled, join, create, untilSo, isMarked } = await start();
    const first = join("first");
    await settle();
    const second = join("second");
    const early = namesFrom(0, 5);
    await Promise.all(early.map(create));
    await untilSo(() => early.every(isMarked));
    first.cut();
    const late = namesFrom(5, 5);
    await Promise.all(late.map(create));
    await untilSo(() => late.every(isMarked));

    const all = [...early, ...late];
    const path = "/apis/snapshot.storage.k8s.io/v1beta1/namespaces/default/volumesnapshots";
    const patches = (asked: readonly string[]) => asked.filter((line) => line.startsWith(`PATCH ${path}`)).toSorted();
    const writes = (names: readonly string[]) =>
      names.flatMap((name) => [`PATCH ${path}/${name}`, `PATCH ${path}/${name}/status`]).toSorted();
    expect(patches(second.asked)).toEqual(writes(late));
    expect(patches(first.asked)).toEqual(writes(early));
    expect([...labelled]).toEqual(all.map((name) => [name, 1]));
    const { items } = await client.list(EVENTS);
    expect(items.map(({ involvedObject }) => (involvedObject as JsonObject).name).toSorted()).toEqual(all.toSorted());
  });
});

describe("A snapshot controller whose connections are cut", () => {
  it("loses nothing and labels nothing twice", async () => {
    const { client, labelled, join, create, untilSo, isMarked } = await start();
    const transport = join("only");
    const all: string[] = [];
    for (let round = 0; round < 25; round++) {
      const names = namesFrom(round * 4, 4);
      all.push(...names);
      await Promise.all(names.map(create));
      // Cuts at various points: before, during and after the writes.
      await settle(round);
      transport.cut();
      await Promise.all([0, 1].map((index) => create(`cut-${round}-${index}`)));
      all.push(`cut-${round}-0`, `cut-${round}-1`);
      await settle(3);
      transport.mend();
      await untilSo(() => round % 5 !== 4 || all.every(isMarked));
    }
    await untilSo(() => all.every(isMarked));
    expect(new Map([...labelled].filter(([, times]) => times !== 1))).toEqual(new Map());
    expect(labelled.size).toBe(all.length);
    const { items } = await client.list(EVENTS);
    const told = items.map(({ involvedObject }) => String((involvedObject as JsonObject).name));
    expect(told.length).toBe(new Set(told).size);
  });

  it("stays out of the way of what is deleted meanwhile", async () => {
    const { client, join, create, untilSo, isMarked } = await start();
    const transport = join("only");
    await create("a");
    await untilSo(() => isMarked("a"));
    transport.cut();
    await client.delete(SNAPSHOTS, { namespace: "default", name: "a" });
    await create("b");
    transport.mend();
    await untilSo(() => isMarked("b"));
    await expect(client.get(SNAPSHOTS, { namespace: "default", name: "a" })).rejects.toThrow(StatusError);
  });
});
