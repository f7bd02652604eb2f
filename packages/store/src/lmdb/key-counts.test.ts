import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { prefixEnd } from "../key-order.ts";
import type { Revision, Store } from "../store.ts";
import { createFakeClock, readRange, seededRandom } from "../testing/index.ts";
import { KeyCounts, type KeyRange } from "./key-counts.ts";
import { KeyIndex } from "./key-index.ts";
import { openLmdbStore } from "./lmdb-store.ts";

const prefix = "/registry/group/things/";
const nameOf = (i: number) => `${prefix}ns-${i % 7}/thing-${100_000 + i}`;

/** Keys in memory that count how many of them were read. */
function createKeys() {
  const keys = new Set<string>();
  let revision = 0;
  let found = 0;
  const past = new Map<Revision, ReadonlySet<string>>();
  const counts = new KeyCounts({
    revision,
    find: (range, limit) => {
      const all = keysIn(past.get(range.revision) ?? keys, range);
      return {
        next() {
          const piece = all.splice(0, limit);
          found += piece.length;
          return { keys: piece, isLast: all.length === 0 };
        },
      };
    },
    compactedRevision: () => 0,
    yieldTurn: async () => {},
  });
  return {
    counts,
    get found() {
      return found;
    },
    get revision() {
      return revision;
    },
    toggle(key: string, isPastKept = false) {
      if (isPastKept) past.set(revision, new Set(keys));
      revision += 1;
      const type = keys.delete(key) ? "delete" : "create";
      if (type === "create") keys.add(key);
      counts.add({ key, type, revision });
    },
    async count(range: KeyRange, at = revision) {
      const plan = await counts.plan(range, { prefix, revision: at });
      const known = past.get(at) ?? keys;
      let count = plan?.counted ?? 0;
      for (const edge of plan?.edges ?? [range]) {
        const { length } = keysIn(known, edge);
        found += length;
        count += length;
      }
      return { count, actual: keysIn(known, range).length, isPlanned: plan !== undefined };
    },
  };
}

function keysIn(keys: ReadonlySet<string>, { start, end }: KeyRange): string[] {
  return [...keys].filter((key) => key >= start && (end === undefined || key < end)).sort();
}

const end = prefixEnd(prefix);

describe("counts of keys", () => {
  it("find the keys of at most two blocks, however many there are", async () => {
    const found: number[] = [];
    for (const size of [2000, 20_000]) {
      const keys = createKeys();
      await keys.count({ start: prefix, end });
      for (let i = 0; i < size; i++) keys.toggle(nameOf(i));
      const before = keys.found;
      const inside = { start: nameOf(701), end: `${prefix}ns-6/thing-1005` };
      const { count, actual, isPlanned } = await keys.count(inside);
      expect([count, isPlanned]).toEqual([actual, true]);
      found.push(keys.found - before);
    }
    expect(Math.max(...found)).toBeLessThanOrEqual(2 * 1024);
  });

  it("are those of the revision while keys come and go", async () => {
    const random = seededRandom(11);
    const keys = createKeys();
    for (let i = 0; i < 3000; i++) keys.toggle(nameOf(i));
    await keys.count({ start: prefix, end });
    for (let i = 0; i < 3000; i++) {
      keys.toggle(nameOf(Math.floor(random() * 4000)), i % 100 === 0);
      if (i % 50 !== 0) continue;
      const start = nameOf(Math.floor(random() * 4000));
      const now = await keys.count({ start, end });
      expect(now.count).toBe(now.actual);
      const earlier = await keys.count({ start, end }, 3000 + 100 * Math.floor(i / 100));
      expect([earlier.count, earlier.isPlanned]).toEqual([earlier.actual, true]);
    }
  });

  it("stay right until the last key is gone", async () => {
    const keys = createKeys();
    for (let i = 0; i < 3000; i++) keys.toggle(nameOf(i));
    await keys.count({ start: prefix, end });
    for (let i = 0; i < 3000; i++) {
      keys.toggle(nameOf((i * 1009) % 3000));
      if (i % 250 === 0) expect((await keys.count({ start: prefix, end })).count).toBe(2999 - i);
    }
    expect(await keys.count({ start: prefix, end })).toMatchObject({ count: 0, actual: 0 });
  });

  it("are not known before the kind was first counted", async () => {
    const keys = createKeys();
    for (let i = 0; i < 10; i++) keys.toggle(nameOf(i), true);
    await keys.count({ start: prefix, end });
    expect(await keys.count({ start: prefix, end }, 4)).toEqual({ count: 4, actual: 4, isPlanned: false });
  });
});

describe("a page of the embedded store and the count behind it", () => {
  const page = async (store: Store) => {
    const { next, revision } = await readRange(store, { prefix, limit: 500 });
    return store.count({ prefix, start: next, revision });
  };

  it("look at as many keys in a kind of 16,000 as in one of 4,000", async () => {
    const directory = mkdtempSync(join(tmpdir(), "kiln-counts-"));
    const store = await openLmdbStore({ directory, clock: createFakeClock(), unsafeNoSync: true });
    onTestFinished(async () => {
      await store.close();
      rmSync(directory, { recursive: true });
    });
    let looked = 0;
    const { scan } = KeyIndex.prototype;
    vi.spyOn(KeyIndex.prototype, "scan").mockImplementation(function (this: KeyIndex, range) {
      const result = scan.call(this, range);
      looked += result.rows.length;
      return result;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    for (const [from, to] of [
      [0, 4000],
      [4000, 16_000],
    ] as const) {
      await Promise.all(Array.from({ length: to - from }, (_, i) => store.create(nameOf(from + i), Buffer.from("1"))));
      expect(await page(store)).toBe(to - 500);
      looked = 0;
      expect(await page(store)).toBe(to - 500);
      expect(looked).toBeLessThanOrEqual(500 + 2 * 64 + 2 * 1024);
    }
  });
});
