import { expect, it } from "vitest";
import type { EventBatch } from "../store.ts";
import { yieldTurn } from "../yield-turn.ts";
import { readRange } from "./read-range.ts";
import { readEvents } from "./record-history.ts";
import { bytes, describeEvent, expectCode, k, prefix, range, type SuiteContext, take } from "./suite-context.ts";

export function describeWatches({ store }: SuiteContext): void {
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
    while (batch.revision < revision) {
      await yieldTurn();
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
