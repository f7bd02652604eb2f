import { expect, it } from "vitest";
import { createSelection, selectEach } from "../selection.ts";
import { readRange } from "./read-range.ts";
import { seededRandom } from "./seeded-random.ts";
import { bytes, expectCode, k, prefix, range, type SuiteContext, text } from "./suite-context.ts";

export function describeReads({ store }: SuiteContext): void {
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

  it("counts any part of a kind at any kept revision while keys come and go", async () => {
    const random = seededRandom(7);
    const kind = "/registry/group/things/";
    const name = (i: number) => `${kind}${i % 3 === 0 ? "a" : "b"}/key-${10_000 + i}`;
    await Promise.all(range(1500, (i) => store().create(name(2 * i), bytes("1"))));
    const revisions = [await store().currentRevision()];
    expect(await store().count({ prefix: kind })).toBe(1500);
    for (let i = 0; i < 60; i++) {
      const key = name(Math.floor(random() * 3000));
      const known = store().peek(key);
      const write = known === undefined ? store().create(key, bytes("2")) : store().delete(key, known);
      revisions.push(await write);
      const prefix = [kind, `${kind}a/`, `${kind}b/`][i % 3]!;
      const start = random() < 0.3 ? undefined : `${prefix}key-${10_000 + Math.floor(random() * 3000)}`;
      const revision = revisions[Math.floor(random() * revisions.length)]!;
      const { entries } = await readRange(store(), { prefix, start, revision });
      expect(await store().count({ prefix, start, revision })).toBe(entries.length);
    }
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

  it("gives the same values to a reader who is done with each slice before the next", async () => {
    // Slices of different sizes, and values larger than any memory that is kept.
    const sizes = range(300, (i) => (i % 100 === 99 ? 700_000 : (i * 37) % 5000));
    const values = sizes.map((size, i) => bytes(`${i}:${"x".repeat(size)}`));
    await Promise.all(values.map((value, i) => store().create(k(`key-${1000 + i}`), value)));
    const seen: string[] = [];
    for await (const { entries } of await store().range({ prefix, reusesMemory: true })) {
      seen.push(...entries.map(({ value }) => text(value)));
    }
    expect(seen).toEqual(values.map(text));
  });

  it("reads several keys as they were at one revision, in the order asked for", async () => {
    // Large enough that a store reads them in more than one turn of the event loop.
    const values = range(12, (i) => bytes(String.fromCharCode(97 + i).repeat(40_000)));
    await Promise.all(values.map((value, i) => store().create(k(`many-${i}`), value)));
    const revision = await store().currentRevision();
    const [first] = await store().getAll([k("many-0")]);
    await store().replace(k("many-0"), bytes("changed"), { revision: first!.revision });
    const keys = [k("many-11"), k("none"), ...range(11, (i) => k(`many-${i}`))];
    const read = await store().getAll(keys, { revision });
    expect(read.map(({ key }) => key)).toEqual(keys.filter((key) => key !== k("none")));
    expect(read.map(({ value }) => text(value))).toEqual([values[11]!, ...values.slice(0, 11)].map(text));
    expect(await store().getAll([], { revision })).toEqual([]);
  });

  it("reads several keys in as many calls as the bytes of one call need", async () => {
    const values = range(5, (i) => bytes(String.fromCharCode(97 + i).repeat(40_000)));
    await Promise.all(values.map((value, i) => store().create(k(`large-${i}`), value)));
    const revision = await store().currentRevision();
    const keys = range(5, (i) => k(`large-${i}`));
    const seen: string[] = [];
    while (seen.length < keys.length) {
      const read = await store().getAll(keys.slice(seen.length), { revision, maxBytes: 60_000 });
      expect(read.length).toBeGreaterThan(0);
      for (const { key } of read) seen.push(key);
    }
    expect(seen).toEqual(keys);
  });

  it("selects below a prefix, again after writes", async () => {
    await Promise.all(range(2500, (i) => store().create(k(`selected/${1000 + i}`), bytes(String(i)))));
    await store().create(k("selected0"), bytes("outside"));
    const selection = createSelection(k("selected/"), ({ key, value }) =>
      text(value).endsWith("7") ? `${key}=${text(value)}` : undefined,
    );
    const selected = async () => {
      const results: string[] = [];
      await selectEach(store(), selection, (result) => results.push(result));
      return results;
    };
    const first = range(250, (i) => `${k(`selected/${1007 + 10 * i}`)}=${7 + 10 * i}`);
    expect(await selected()).toEqual(first);
    const entry = await store().get(k("selected/1007"));
    await store().replace(k("selected/1007"), bytes("8"), { revision: entry!.revision });
    await store().create(k("selected/0"), bytes("7"));
    expect(await selected()).toEqual([`${k("selected/0")}=7`, ...first.slice(1)]);
  });

  it("tells a revision that has not happened", async () => {
    const future = (await store().currentRevision()) + 1000;
    await expectCode(store().get(k("a"), { revision: future }), "future-revision");
    await expectCode(store().range({ prefix, minRevision: future }), "future-revision");
    await expectCode(store().count({ prefix, revision: future }), "future-revision");
    await expectCode(store().watch({ prefix, after: future }), "future-revision");
  });
}
