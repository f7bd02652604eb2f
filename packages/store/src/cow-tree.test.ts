import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CowTree,
  createTree,
  treeDelete,
  treeEntries,
  treeFromSorted,
  treeGet,
  treeRank,
  treeSelect,
  treeSet,
  treeSize,
} from "./cow-tree.ts";
import { compareKeys } from "./key-order.ts";

const key = fc.string({ unit: "binary", minLength: 1, maxLength: 3 });
const operation = fc.record({ key, isDelete: fc.boolean(), value: fc.nat() });

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe("CowTree", () => {
  it("behaves as a sorted map does", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), key, (operations, start) => {
        let tree = createTree<number>();
        const model = new Map<string, number>();
        for (const { key, isDelete, value } of operations) {
          tree = isDelete ? treeDelete(tree, key) : treeSet(tree, key, value);
          if (isDelete) model.delete(key);
          else model.set(key, value);
        }
        const sorted = [...model].sort((a, b) => byBytes(a[0], b[0]));
        expect([...treeEntries(tree)]).toEqual(sorted);
        expect([...treeEntries(tree, start)]).toEqual(sorted.filter(([key]) => byBytes(key, start) >= 0));
        expect(treeRank(tree, start)).toBe(sorted.filter(([key]) => byBytes(key, start) < 0).length);
        expect(treeSize(tree)).toBe(model.size);
        for (const [key, value] of model) expect(treeGet(tree, key)).toBe(value);
      }),
    );
  });

  it.each([0, 1, 32, 33, 1024, 1025, 5000])("is the same made at once of %d sorted pairs", (size) => {
    const keys = Array.from({ length: size }, (_, i) => `key-${10_000 + i}`);
    let tree = treeFromSorted(
      keys,
      keys.map((_, i) => i),
    );
    expect([...treeEntries(tree)]).toEqual(keys.map((key, i) => [key, i]));
    expect(treeSize(tree)).toBe(size);
    tree = treeSet(tree, "key-1", -1);
    expect([treeRank(tree, "key-2"), treeGet(tree, keys.at(-1) ?? "")]).toEqual([
      size + 1,
      size ? size - 1 : undefined,
    ]);
    for (const key of keys) tree = treeDelete(tree, key);
    expect([...treeEntries(tree)]).toEqual([["key-1", -1]]);
  });

  it("selects below a prefix what a walk of all pairs does, with results of earlier trees", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 300 }), key, async (operations, prefix) => {
        const pairs = {
          prefix,
          select: (value: number) => (value % 3 === 0 ? undefined : value),
          known: new WeakMap(),
        };
        let tree = createTree<number>();
        for (const [i, { key, isDelete, value }] of operations.entries()) {
          const full = i % 2 === 0 ? key : prefix + key;
          tree = isDelete ? treeDelete(tree, full) : treeSet(tree, full, value);
          if (i % 50 === 0) expect(await selected(tree, pairs)).toEqual(walked(tree, pairs));
        }
        expect(await selected(tree, pairs)).toEqual(walked(tree, pairs));
      }),
    );
  });

  it("selects only from leaves that an earlier tree did not have, and pauses between a thousand values", async () => {
    const keys = Array.from({ length: 5000 }, (_, i) => `key-${10_000 + i}`);
    let calls = 0;
    const select = (value: string) => {
      calls++;
      return value.endsWith("7") ? value : undefined;
    };
    const results = { prefix: "key-", select, known: new WeakMap() };
    const tree = treeFromSorted(keys, keys);
    let pauses = 0;
    expect(await selected(tree, results, () => pauses++)).toEqual(keys.filter((key) => key.endsWith("7")));
    expect([calls, pauses]).toEqual([5000, 5]);
    expect(await selected(treeSet(tree, "key-12000", "7"), results)).toHaveLength(501);
    expect(calls).toBe(5032);
  });

  it("leaves earlier trees as they were", () => {
    let tree = createTree<number>();
    const versions = [tree];
    for (let i = 0; i < 4000; i++) {
      tree = i < 2000 ? treeSet(tree, `key-${(i * 7919) % 2000}`, i) : treeDelete(tree, `key-${i - 2000}`);
      versions.push(tree);
    }
    expect(versions.slice(0, 2001).map(treeSize)).toEqual(Array.from({ length: 2001 }, (_, i) => i));
    expect(versions.slice(2001).map(treeSize)).toEqual(Array.from({ length: 2000 }, (_, i) => 1999 - i));
  });
});

type Pairs = Parameters<typeof treeSelect<number, number>>[1];

async function selected<V>(
  tree: CowTree<V>,
  results: Parameters<typeof treeSelect<V, V>>[1],
  onPause: () => void = () => {},
): Promise<V[]> {
  const found: V[] = [];
  await treeSelect(tree, results, { take: (result) => found.push(result), pause: async () => onPause() });
  return found;
}

function walked(tree: CowTree<number>, { prefix, select }: Pairs): number[] {
  return [...treeEntries(tree)]
    .filter(([key, value]) => key.startsWith(prefix) && select(value) !== undefined)
    .map(([, value]) => value);
}

describe("compareKeys()", () => {
  it("orders as the UTF-8 bytes do", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(byBytes(a, b));
      }),
    );
    expect(compareKeys("\u{10000}", "\uffff")).toBeGreaterThan(0);
  });
});
