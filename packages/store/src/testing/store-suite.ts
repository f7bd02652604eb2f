import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventBatch, Store, StoreEvent, Watch } from "../store.ts";
import { isStoreError, type StoreErrorCode } from "../store-error.ts";
import { type Follower, followStore } from "./check-consistency.ts";
import { checkHistory } from "./check-history.ts";
import { readRange } from "./read-range.ts";
import { readEvents, recordHistory } from "./record-history.ts";
import { seededRandom } from "./seeded-random.ts";

/** A store under test. */
export interface StoreUnderTest {
  /** Empty under `/registry/`, and used by nobody else. */
  readonly store: Store;
  /** Lets this much time pass for the store, really or not; what was due by then has happened. */
  elapse(seconds: number): Promise<void>;
  /** Closes the store if it is open and removes what it left. */
  dispose(): Promise<void>;
}

export interface StoreSuiteOptions {
  readonly open: () => Promise<StoreUnderTest>;
  /** Operations of each of the 16 clients whose history is checked. */
  readonly operationsPerClient?: number;
}

const prefix = "/registry/";

/** The contract, as tests: what every backend must do. Each test ends with a check that all views agree. */
export function describeStore(name: string, options: StoreSuiteOptions): void {
  describe(name, () => {
    let subject: StoreUnderTest;
    let store: Store;
    let follower: Follower;
    beforeEach(async () => {
      subject = await options.open();
      store = subject.store;
      follower = followStore(store, prefix);
    });
    afterEach(async () => {
      const faults = await follower.check().catch((error) => {
        if (isStoreError(error, "closed")) return [];
        throw error;
      });
      await subject.dispose();
      expect(faults).toEqual([]);
    });
    const context: SuiteContext = { store: () => store, subject: () => subject };
    describe("writes", () => describeWrites(context));
    describe("reads", () => describeReads(context));
    describe("watches", () => describeWatches(context));
    describe("history", () => describeHistory(context));
    describe("lifetimes", () => describeLifetimes(context));
    it("is linearizable under concurrent clients", async () => {
      const seed = 20;
      const history = await recordHistory(store, {
        clients: 16,
        operationsPerClient: options.operationsPerClient ?? 250,
        keys: Array.from({ length: 8 }, (_, i) => `${prefix}things/key-${i}`),
        prefix,
        random: seededRandom(seed),
      });
      expect(history.operations).toHaveLength(16 * (options.operationsPerClient ?? 250));
      expect(checkHistory(history)).toEqual([]);
    });
  });
}

interface SuiteContext {
  readonly store: () => Store;
  readonly subject: () => StoreUnderTest;
}

function describeWrites({ store }: SuiteContext): void {
  it("creates a key once", async () => {
    const revision = await store().create(k("a"), bytes("1"));
    expect(await shown(k("a"))).toEqual(["1", revision]);
    await expectCode(store().create(k("a"), bytes("2")), "key-exists");
    expect(await shown(k("a"))).toEqual(["1", revision]);
  });

  it("replaces and deletes only what the writer saw", async () => {
    const first = await store().create(k("a"), bytes("1"));
    const second = await store().replace(k("a"), bytes("2"), { revision: first });
    await expectCode(store().replace(k("a"), bytes("3"), { revision: first }), "revision-mismatch");
    await expectCode(store().delete(k("a"), { revision: first }), "revision-mismatch");
    expect(await shown(k("a"))).toEqual(["2", second]);
    const third = await store().delete(k("a"), { revision: second });
    expect(await store().get(k("a"))).toBeUndefined();
    await expectCode(store().replace(k("a"), bytes("3"), { revision: second }), "key-not-found");
    await expectCode(store().delete(k("a"), { revision: second }), "key-not-found");
    expect([first < second, second < third]).toEqual([true, true]);
  });

  it("gives each of many writes made at once its own revision", async () => {
    const revisions = await Promise.all(range(200, (i) => store().create(k(`key-${i}`), bytes(`${i}`))));
    expect(new Set(revisions).size).toBe(200);
    const { entries } = await readRange(store(), { prefix });
    expect(new Map(entries.map(({ key, revision }) => [key, revision]))).toEqual(
      new Map(revisions.map((revision, i) => [k(`key-${i}`), revision])),
    );
  });

  it("lets one of many creates of a key win", async () => {
    const answers = await Promise.allSettled(range(50, (i) => store().create(k("a"), bytes(`${i}`))));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(isStoreError(answer.reason, "key-exists")).toBe(true);
    }
  });

  it("shows a writer what it wrote as soon as the write is answered", async () => {
    const revision = await store().create(k("a"), bytes("1"));
    expect(store().revision).toBeGreaterThanOrEqual(revision);
    expect(store().peek(k("a"))?.revision).toBe(revision);
    expect((await store().get(k("a"), { minRevision: 0 }))?.revision).toBe(revision);
  });

  it("creates a deleted key again", async () => {
    const first = await store().create(k("a"), bytes("1"));
    await store().delete(k("a"), { revision: first });
    const again = await store().create(k("a"), bytes("2"));
    expect(await shown(k("a"))).toEqual(["2", again]);
    await expectCode(store().replace(k("a"), bytes("3"), { revision: first }), "revision-mismatch");
  });

  it("keeps empty and large values as they are", async () => {
    const large = new Uint8Array(1_000_000).map((_, i) => (i * 31) % 251);
    await store().create(k("empty"), new Uint8Array());
    await store().create(k("large"), large);
    expect((await store().get(k("empty")))?.value).toHaveLength(0);
    const value = (await store().get(k("large")))!.value;
    expect(Buffer.compare(value, large)).toBe(0);
  });

  it.each([
    ["an empty key", ""],
    ["a NUL", "/registry/a\0b"],
    ["half a surrogate pair", "/registry/\ud800"],
    ["too long a key", `/registry/${"x".repeat(1024)}`],
  ])("refuses %s", async (_name, key) => {
    await expectCode(store().create(key, bytes("1")), "invalid-key");
  });

  it("tells listeners of every commit in order before it answers", async () => {
    const heard: number[] = [];
    const stop = store().onCommit(({ events }) => heard.push(...events.map(({ revision }) => revision)));
    const revisions = await Promise.all(
      range(20, async (i) => {
        const revision = await store().create(k(`key-${i}`), bytes("1"));
        expect(heard).toContain(revision);
        return revision;
      }),
    );
    expect(heard).toEqual(revisions.toSorted((a, b) => a - b));
    stop();
    await store().create(k("more"), bytes("1"));
    expect(heard).toHaveLength(20);
  });

  async function shown(key: string): Promise<[string, number] | undefined> {
    const entry = await store().get(key);
    return entry && [text(entry.value), entry.revision];
  }
}

function describeReads({ store }: SuiteContext): void {
  const names = ["a", "a/b", "a0", "b", "ä", "\uffee", "\u{1f600}"];

  it("orders keys by their bytes and keeps to the prefix", async () => {
    const inside = k("in/");
    await Promise.all(names.toReversed().map((name) => store().create(inside + name, bytes(name))));
    await store().create(k("in0"), bytes("outside"));
    const { entries } = await readRange(store(), { prefix: inside });
    expect(entries.map(({ key }) => key)).toEqual(names.map((name) => inside + name));
    const under = await readRange(store(), { prefix: `${inside}a` });
    expect(under.entries.map(({ key }) => key)).toEqual(["a", "a/b", "a0"].map((name) => inside + name));
    expect(await store().count({ prefix: `${inside}a` })).toBe(3);
  });

  it("pages through a range at one revision while it changes", async () => {
    await Promise.all(range(25, (i) => store().create(k(`key-${100 + i}`), bytes("old"))));
    const first = await readRange(store(), { prefix, limit: 10 });
    const changed = await store().get(k("key-115"));
    await store().replace(k("key-115"), bytes("new"), { revision: changed!.revision });
    const removed = await store().get(k("key-120"));
    await store().delete(k("key-120"), { revision: removed!.revision });
    await store().create(k("key-1155"), bytes("new"));
    const { revision } = first;
    const second = await readRange(store(), { prefix, limit: 10, start: first.next!, revision });
    const third = await readRange(store(), { prefix, limit: 10, start: second.next!, revision });
    const all = [...first.entries, ...second.entries, ...third.entries];
    expect(all.map(({ key }) => key)).toEqual(range(25, (i) => k(`key-${100 + i}`)));
    expect(new Set(all.map(({ value }) => text(value)))).toEqual(new Set(["old"]));
    expect([first.next === undefined, third.next === undefined]).toEqual([false, true]);
    expect(await store().count({ prefix, start: second.next!, revision })).toBe(5);
  });

  it("says that nothing follows when the limit ends with the range", async () => {
    await Promise.all(range(4, (i) => store().create(k(`key-${i}`), bytes("1"))));
    expect((await readRange(store(), { prefix, limit: 4 })).next).toBeUndefined();
    expect((await readRange(store(), { prefix, limit: 3 })).next).toBeDefined();
    expect((await readRange(store(), { prefix: "/nothing/" })).entries).toEqual([]);
  });

  it("reads a long range whole though it changes behind the reader", async () => {
    await Promise.all(range(3000, (i) => store().create(k(`key-${10000 + i}`), bytes("old"))));
    const seen: string[] = [];
    const slices = await store().range({ prefix });
    for await (const { entries } of slices) {
      for (const { value } of entries) seen.push(text(value));
      const last = store().peek(k("key-12999"))!;
      await store().replace(last.key, bytes("new"), { revision: last.revision });
    }
    expect(seen).toHaveLength(3000);
    expect(new Set(seen)).toEqual(new Set(["old"]));
  });

  it("reads a key as it was at each revision", async () => {
    const created = await store().create(k("a"), bytes("1"));
    const replaced = await store().replace(k("a"), bytes("2"), { revision: created });
    const deleted = await store().delete(k("a"), { revision: replaced });
    const again = await store().create(k("a"), bytes("3"));
    const values = await Promise.all(
      [created, replaced, deleted, again].map(async (revision) => {
        const entry = await store().get(k("a"), { revision });
        const listed = await readRange(store(), { prefix, revision });
        expect(listed.entries).toEqual(entry === undefined ? [] : [entry]);
        expect(await store().count({ prefix, revision })).toBe(entry === undefined ? 0 : 1);
        return entry && text(entry.value);
      }),
    );
    expect(values).toEqual(["1", "2", undefined, "3"]);
  });

  it("tells a revision that has not happened", async () => {
    const future = (await store().currentRevision()) + 1000;
    await expectCode(store().get(k("a"), { revision: future }), "future-revision");
    await expectCode(store().range({ prefix, minRevision: future }), "future-revision");
    await expectCode(store().count({ prefix, revision: future }), "future-revision");
    await expectCode(store().watch({ prefix, after: future }), "future-revision");
  });
}

function describeWatches({ store }: SuiteContext): void {
  it("brings every event in order with what was there before", async () => {
    const after = await store().currentRevision();
    const watch = await store().watch({ prefix, after });
    const created = await store().create(k("a"), bytes("1"));
    const replaced = await store().replace(k("a"), bytes("2"), { revision: created });
    const deleted = await store().delete(k("a"), { revision: replaced });
    const expected = [
      ["create", k("a"), created, "1", undefined, undefined],
      ["replace", k("a"), replaced, "2", "1", created],
      ["delete", k("a"), deleted, undefined, "2", replaced],
    ];
    expect((await take(watch, 3)).map(describeEvent)).toEqual(expected);
    expect((await readEvents(store(), { prefix, after, last: deleted })).map(describeEvent)).toEqual(expected);
    expect((await readEvents(store(), { prefix, after: created, last: deleted })).map(describeEvent)).toEqual(
      expected.slice(1),
    );
  });

  it("leaves no gap and no overlap between a range and a watch", async () => {
    const writing = Promise.all(range(300, (i) => store().create(k(`key-${i}`), bytes("1"))));
    const listed = await readRange(store(), { prefix });
    const watch = await store().watch({ prefix, after: listed.revision });
    await writing;
    const rest = await take(watch, 300 - listed.entries.length);
    expect(new Set([...listed.entries, ...rest].map(({ key }) => key)).size).toBe(300);
  });

  it("keeps to its prefix", async () => {
    const after = await store().currentRevision();
    const watches = await Promise.all(
      [k("a/"), k("a/x"), "", prefix].map((prefix) => store().watch({ prefix, after })),
    );
    for (const name of ["b/1", "a/1", "a/x1", "a"]) await store().create(k(name), bytes("1"));
    const taken = await Promise.all([2, 1, 4, 4].map((count, i) => take(watches[i]!, count)));
    const names = taken.map((events) => events.map(({ key }) => key.slice(prefix.length)));
    expect(names).toEqual([["a/1", "a/x1"], ["a/x1"], ["b/1", "a/1", "a/x1", "a"], ["b/1", "a/1", "a/x1", "a"]]);
  });

  it("serves watchers at different places alike", async () => {
    const after = await store().currentRevision();
    const early = await store().watch({ prefix, after });
    const waiting = take(early, 50);
    const revisions = await Promise.all(range(50, (i) => store().create(k(`key-${i}`), bytes("1"))));
    const late = await store().watch({ prefix, after });
    const events = await waiting;
    expect(await take(late, 50)).toEqual(events);
    expect(events.map(({ revision }) => revision)).toEqual(revisions.toSorted((a, b) => a - b));
  });

  it("tells how far it has come when asked", async () => {
    const watch = await store().watch({ prefix: k("quiet/"), after: await store().currentRevision() });
    const revision = await store().create(k("a"), bytes("1"));
    const batches = watch[Symbol.asyncIterator]();
    const pending = batches.next();
    watch.requestProgress();
    let batch: EventBatch = (await pending).value;
    for (let i = 0; batch.revision < revision && i < 100; i++) {
      watch.requestProgress();
      batch = (await batches.next()).value;
    }
    expect(batch.events).toEqual([]);
    expect(batch.revision).toBeGreaterThanOrEqual(revision);
    const next = await store().create(k("quiet/a"), bytes("1"));
    expect((await take(watch, 1))[0]?.revision).toBe(next);
  });

  it("ends quietly when it is closed, with an error when the store is", async () => {
    const after = await store().currentRevision();
    const [mine, theirs] = await Promise.all([store().watch({ prefix, after }), store().watch({ prefix, after })]);
    const ended = mine[Symbol.asyncIterator]().next();
    const failed = theirs[Symbol.asyncIterator]().next();
    mine.close();
    expect((await ended).done).toBe(true);
    const expectation = expectCode(failed, "closed");
    await store().close();
    await expectation;
  });
}

function describeHistory({ store }: SuiteContext): void {
  it("forgets what is compacted and keeps the rest", async () => {
    const created = await store().create(k("a"), bytes("1"));
    const replaced = await store().replace(k("a"), bytes("2"), { revision: created });
    const deleted = await store().delete(k("a"), { revision: replaced });
    const other = await store().create(k("b"), bytes("3"));
    await store().compact(deleted);
    await expectCode(store().get(k("a"), { revision: replaced }), "compacted");
    await expectCode(store().range({ prefix, revision: created }), "compacted");
    await expectCode(store().watch({ prefix, after: replaced }), "compacted");
    expect((await readRange(store(), { prefix, revision: deleted })).entries).toEqual([]);
    expect((await readEvents(store(), { prefix, after: deleted, last: other })).map(describeEvent)).toEqual([
      ["create", k("b"), other, "3", undefined, undefined],
    ]);
    await store().create(k("a"), bytes("4"));
    expect((await readRange(store(), { prefix })).entries.map(({ key }) => key)).toEqual([k("a"), k("b")]);
  });

  it("still brings previous values from before the compaction", async () => {
    const created = await store().create(k("a"), bytes("1"));
    await store().compact(created);
    const deleted = await store().delete(k("a"), { revision: created });
    expect((await readEvents(store(), { prefix, after: created, last: deleted })).map(describeEvent)).toEqual([
      ["delete", k("a"), deleted, undefined, "1", created],
    ]);
    expect((await readRange(store(), { prefix, revision: created })).entries).toHaveLength(1);
  });

  it("compacts no further than the newest revision", async () => {
    await expectCode(store().compact((await store().currentRevision()) + 1000), "future-revision");
  });
}

function describeLifetimes({ store, subject }: SuiteContext): void {
  it("deletes a key when its time is over, as an event of its own", async () => {
    const created = await store().create(k("short"), bytes("1"), { ttlSeconds: 1 });
    await store().create(k("long"), bytes("2"), { ttlSeconds: 3600 });
    await store().create(k("forever"), bytes("3"));
    const watch = await store().watch({ prefix: k("short"), after: created });
    await subject().elapse(3);
    const [event] = await take(watch, 1);
    expect(event && describeEvent(event).slice(0, 2)).toEqual(["delete", k("short")]);
    expect(event?.previous?.revision).toBe(created);
    expect((await readRange(store(), { prefix })).entries.map(({ key }) => key)).toEqual([k("forever"), k("long")]);
  });

  it("lets a replace prolong a key or keep it for good", async () => {
    const first = await store().create(k("kept"), bytes("1"), { ttlSeconds: 1 });
    const second = await store().create(k("prolonged"), bytes("1"), { ttlSeconds: 1 });
    await store().replace(k("kept"), bytes("2"), { revision: first });
    await store().replace(k("prolonged"), bytes("2"), { revision: second, ttlSeconds: 3600 });
    const witness = await store().create(k("witness"), bytes("1"), { ttlSeconds: 1 });
    const watch = await store().watch({ prefix, after: witness });
    await subject().elapse(3);
    expect((await take(watch, 1)).map(({ key }) => key)).toEqual([k("witness")]);
    expect(await store().count({ prefix })).toBe(2);
  });

  it("refuses everything once it is closed", async () => {
    const after = await store().currentRevision();
    const last = store().create(k("a"), bytes("1"));
    await store().close();
    await store().close();
    expect(await last).toBeGreaterThan(after);
    await expectCode(store().create(k("b"), bytes("1")), "closed");
    await expectCode(store().get(k("a")), "closed");
    await expectCode(store().range({ prefix }), "closed");
    await expectCode(store().watch({ prefix, after }), "closed");
  });
}

function k(name: string): string {
  return `${prefix}${name}`;
}

function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function text(value: Uint8Array): string {
  return new TextDecoder().decode(value);
}

function range<T>(length: number, make: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

function describeEvent({ type, key, revision, value, previous }: StoreEvent): unknown[] {
  return [type, key, revision, value && text(value), previous && text(previous.value), previous?.revision];
}

async function take(watch: Watch, count: number): Promise<StoreEvent[]> {
  const events: StoreEvent[] = [];
  const batches = watch[Symbol.asyncIterator]();
  while (events.length < count) {
    const { done, value } = await batches.next();
    if (done) break;
    events.push(...value.events);
  }
  return events;
}

async function expectCode(answer: Promise<unknown>, code: StoreErrorCode): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (reason) => reason,
  );
  expect(isStoreError(error) ? error.code : error).toBe(code);
}
