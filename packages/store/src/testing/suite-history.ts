import { expect, it } from "vitest";
import { readRange } from "./read-range.ts";
import { readEvents } from "./record-history.ts";
import { bytes, describeEvent, expectCode, k, prefix, type SuiteContext, take } from "./suite-context.ts";

export function describeHistory({ store }: SuiteContext): void {
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

export function describeLifetimes({ store, subject }: SuiteContext): void {
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
