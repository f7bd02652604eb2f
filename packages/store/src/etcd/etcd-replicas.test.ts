import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { checkHistory } from "../testing/check-history.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { readRange } from "../testing/read-range.ts";
import { readEvents, recordHistory } from "../testing/record-history.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { type EtcdCluster, findEtcd, startEtcd } from "../testing/start-etcd.ts";
import { freshCompactor, takeCompactionTurn } from "./compactor.ts";
import { EtcdConnection } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import { type EtcdStoreOptions, openEtcdStore } from "./etcd-store.ts";

const program = findEtcd();
const prefix = "/registry/";
const k = (name: string) => `${prefix}${name}`;
const bytes = (text: string) => new TextEncoder().encode(text);

describe.skipIf(program === undefined)("openEtcdStore() beside others on one etcd", () => {
  let etcd: EtcdCluster;
  let stores = 0;
  let etcdPrefix = "";
  const opened: { close(): unknown }[] = [];
  beforeAll(async () => {
    etcd = await startEtcd(program!);
  });
  afterAll(() => etcd.close());
  beforeEach(() => {
    etcdPrefix = `/replicas-${stores++}`;
  });
  afterEach(async () => {
    for (const thing of opened.splice(0).reverse()) await thing.close();
  });

  async function open(options: Partial<EtcdStoreOptions> = {}): Promise<Store> {
    const store = await openEtcdStore({ endpoints: etcd.endpoints, prefix: etcdPrefix, ...options });
    opened.push(store);
    return store;
  }

  function connect(): EtcdConnection {
    const connection = new EtcdConnection({ endpoints: etcd.endpoints });
    opened.push(connection);
    return connection;
  }

  /** `core/b/…` of the store is `b/…` in etcd, and `a/…` is below no group. */
  const foreignLayout = {
    sign: "namespaces/",
    toStored: (key: string) => key.replace(/^core\//, ""),
    fromStored: (key: string) => (key.startsWith("ranges") ? undefined : key.includes(".") ? key : `core/${key}`),
  };

  it("follows the key names of another API server that wrote first", async () => {
    const other = await open();
    for (const name of ["zones/1", "a.example/1", "namespaces/default", "ranges", "b/1"]) {
      await other.create(k(name), bytes(name));
    }
    const store = await open({ foreignLayout });
    const found = ["a.example/1", "core/b/1", "core/namespaces/default", "core/zones/1"];
    expect((await readRange(store, { prefix })).entries.map(({ key }) => key)).toEqual(found.map(k));
    await store.create(k("core/b/2"), bytes("own"));
    expect((await other.get(k("b/2")))?.value).toEqual(Buffer.from("own"));
    await other.create(k("b/3"), bytes("later"));
    expect((await store.get(k("core/b/3")))?.key).toBe(k("core/b/3"));
  });

  it("keeps its own key names where it wrote first", async () => {
    const own = await open();
    await own.create(k("core/namespaces/default"), bytes("n"));
    await own.create(k("namespaces/default"), bytes("n"));
    const store = await open({ foreignLayout });
    expect((await store.get(k("core/namespaces/default")))?.key).toBe(k("core/namespaces/default"));
  });

  it("is linearizable for clients of several processes", async () => {
    const replicas = [await open(), await open(), await open()];
    const history = await recordHistory(alternate(replicas), {
      clients: 12,
      operationsPerClient: 100,
      keys: Array.from({ length: 6 }, (_, i) => k(`things/key-${i}`)),
      prefix,
      random: seededRandom(3),
    });
    expect(checkHistory(history)).toEqual([]);
  });

  it("reads what another has just written", async () => {
    const [mine, theirs] = [await open(), await open()];
    for (let i = 0; i < 20; i++) {
      const revision = await mine.create(k(`key-${i}`), bytes("1"));
      expect((await theirs.get(k(`key-${i}`)))?.revision).toBe(revision);
    }
    expect(await theirs.count({ prefix })).toBe(20);
  });

  it("takes many large values at once", async () => {
    const store = await open();
    const large = new Uint8Array(500_000).map((_, i) => (i * 31) % 251);
    await Promise.all(Array.from({ length: 40 }, (_, i) => store.create(k(`large-${i}`), large)));
    const { entries } = await readRange(await open(), { prefix });
    expect(entries.map(({ value }) => Buffer.compare(value, large))).toEqual(Array.from({ length: 40 }, () => 0));
  });

  it("stays current though only others write to etcd", async () => {
    const store = await open();
    const created = await store.create(k("a"), bytes("1"));
    const other = connect();
    for (let i = 0; i < 3; i++) {
      const put = { key: bytes("/elsewhere"), value: bytes(`${i}`) };
      const revision = await other.call(etcdRpc.put, put, { isRepeatable: true });
      expect((await store.get(k("a")))?.revision).toBe(created);
      expect(store.revision).toBeGreaterThanOrEqual(revision);
    }
    expect(await store.count({ prefix })).toBe(1);
  });

  it("keeps keys and values as Kubernetes users expect, and leaves alone what is not its own", async () => {
    const other = connect();
    const put = (key: Uint8Array | string) =>
      other.call(
        etcdRpc.put,
        { key: typeof key === "string" ? bytes(key) : key, value: bytes("x") },
        { isRepeatable: true },
      );
    await put(`${etcdPrefix}2/a`);
    await put(Buffer.concat([bytes(`${etcdPrefix}/`), Buffer.from([0xff, 0xfe])]));
    const store = await open();
    await store.create(k("apps/deployments/default/web"), bytes("{}"));
    const key = bytes(`${etcdPrefix}/apps/deployments/default/web`);
    const { kvs } = await other.call(etcdRpc.range, { key }, { isRepeatable: true });
    expect(Buffer.from(kvs[0]!.value).toString()).toBe("{}");
    expect((await readRange(store, { prefix: "" })).entries.map(({ key }) => key)).toEqual([
      k("apps/deployments/default/web"),
    ]);
  });

  describe("for what happened before it was opened", () => {
    it("reads ranges and keys as they were", async () => {
      const early = await open();
      const created = await early.create(k("a"), bytes("1"));
      for (let i = 0; i < 1100; i += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, j) => early.create(k(`many/${10000 + i + j}`), bytes("1"))));
      }
      const replaced = await early.replace(k("a"), bytes("2"), { revision: created });
      const late = await open();
      const revision = replaced - 1;
      const whole = await readRange(late, { prefix, revision });
      expect(whole.entries).toHaveLength(1101);
      expect(whole).toEqual(await readRange(early, { prefix, revision }));
      const page = await readRange(late, { prefix: k("many/"), revision, limit: 3, start: k("many/10005") });
      expect(page).toEqual(await readRange(early, { prefix: k("many/"), revision, limit: 3, start: k("many/10005") }));
      expect((await late.get(k("a"), { revision }))?.revision).toBe(created);
      expect(await late.get(k("man"), { revision })).toBeUndefined();
      expect(await late.get("/elsewhere", { revision })).toBeUndefined();
      expect(await late.count({ prefix, revision })).toBe(1101);
      expect(await late.count({ prefix: "/elsewhere/", revision })).toBe(0);
    });

    it("watches from there, without a gap and without an overlap", async () => {
      const early = await open();
      const created = await early.create(k("a"), bytes("1"));
      const replaced = await early.replace(k("a"), bytes("2"), { revision: created });
      await early.create(k("other"), bytes("1"));
      const deleted = await early.delete(k("a"), { revision: replaced });
      const late = await open();
      const writing = Promise.all(Array.from({ length: 50 }, (_, i) => early.create(k(`a/${i}`), bytes("1"))));
      const watch = await late.watch({ prefix: k("a"), after: created });
      await writing;
      const last = await early.create(k("a/last"), bytes("1"));
      const events = [];
      for await (const batch of watch) {
        events.push(...batch.events);
        if (batch.revision >= last) break;
      }
      expect(events.slice(0, 2).map(({ type, revision, previous }) => [type, revision, previous?.revision])).toEqual([
        ["replace", replaced, created],
        ["delete", deleted, replaced],
      ]);
      expect(events).toEqual(await readEvents(early, { prefix: k("a"), after: created, last }));
      expect(events).toHaveLength(53);
    });

    it("tells what etcd has compacted", async () => {
      const early = await open();
      const created = await early.create(k("a"), bytes("1"));
      const deleted = await early.delete(k("a"), { revision: created });
      await early.compact(deleted);
      const late = await open();
      await expect(late.get(k("a"), { revision: created })).rejects.toMatchObject({ code: "compacted" });
      await expect(late.range({ prefix, revision: created })).rejects.toMatchObject({ code: "compacted" });
      await expect(late.count({ prefix, revision: 0 })).rejects.toMatchObject({ code: "compacted" });
      await expect(late.watch({ prefix, after: created })).rejects.toMatchObject({ code: "compacted" });
    });
  });

  it("asks etcd for what its own history no longer has", async () => {
    const clock = createFakeClock();
    const store = await open({ clock, historyMs: 1000, compactionIntervalMs: 0 });
    const created = await store.create(k("a"), bytes("1"));
    const replaced = await store.replace(k("a"), bytes("2"), { revision: created });
    clock.advance(5000);
    const later = await store.create(k("b"), bytes("1"));
    expect((await store.get(k("a"), { revision: created }))?.revision).toBe(created);
    const events = await readEvents(store, { prefix, after: created, last: later });
    expect(events.map(({ revision }) => revision)).toEqual([replaced, later]);
  });

  it("takes turns with others in compacting, one interval behind", async () => {
    const store = await open({ compactionIntervalMs: 0 });
    const connection = connect();
    const first = await store.create(k("a"), bytes("1"));
    const late = await open({ historyMs: 0, compactionIntervalMs: 0, clock: createFakeClock() });
    let mine = await takeCompactionTurn(connection, freshCompactor);
    let theirs = await takeCompactionTurn(connection, freshCompactor);
    expect((await late.get(k("a"), { revision: first }))?.revision).toBe(first);
    await store.create(k("b"), bytes("1"));
    mine = await takeCompactionTurn(connection, mine);
    theirs = await takeCompactionTurn(connection, theirs);
    expect(mine.turns).toBe(theirs.turns);
    const fresh = await open({ compactionIntervalMs: 0 });
    await expect(fresh.get(k("a"), { revision: first })).rejects.toMatchObject({ code: "compacted" });
  });
});

/** Each call goes to the next store; a single client thus uses them all. */
function alternate(stores: readonly Store[]): Store {
  let calls = 0;
  const next = () => stores[calls++ % stores.length]!;
  return {
    get revision() {
      return stores[0]!.revision;
    },
    currentRevision: () => next().currentRevision(),
    checkHealth: () => next().checkHealth(),
    get: (key, options) => next().get(key, options),
    getAll: (keys, options) => next().getAll(keys, options),
    range: (options) => next().range(options),
    count: (options) => next().count(options),
    peek: (key) => next().peek(key),
    create: (key, value, options) => next().create(key, value, options),
    replace: (key, value, options) => next().replace(key, value, options),
    delete: (key, expected) => next().delete(key, expected),
    watch: (options) => next().watch(options),
    onCommit: (listener) => stores[0]!.onCommit(listener),
    compact: (revision) => next().compact(revision),
    close: async () => undefined,
  };
}
