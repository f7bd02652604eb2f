import { describe, expect, it } from "vitest";
import { createTree, treeEntries, treeSet } from "../cow-tree.ts";
import type { Entry, StoreEvent } from "../store.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { Mirror } from "./mirror.ts";

const value = new Uint8Array([1]);
const tell = ({ type, key, revision, previous }: StoreEvent) => [type, key, revision, previous?.revision];

function createMirror(options: { historyMs?: number; historyBytes?: number } = {}) {
  const clock = createFakeClock();
  const mirror = new Mirror({ clock, historyMs: 60_000, historyBytes: 1e9, ...options });
  mirror.reset(createTree(), 10);
  const heard: unknown[] = [];
  mirror.onCommit(({ events }) => heard.push(...events.map(tell)));
  return { clock, mirror, heard };
}

const keysAt = (mirror: Mirror, revision: number) => [...treeEntries(mirror.treeAt(revision))].map(([key]) => key);

describe("Mirror", () => {
  it("leaves out what a resumed watch repeats", () => {
    const { mirror, heard } = createMirror();
    mirror.apply([{ key: "a", revision: 11, value }], 11);
    mirror.apply(
      [
        { key: "a", revision: 11, value },
        { key: "a", revision: 12 },
      ],
      12,
    );
    mirror.apply([{ key: "a", revision: 11, value }], 11);
    expect(heard).toEqual([
      ["create", "a", 11, undefined],
      ["delete", "a", 12, 11],
    ]);
    expect(mirror.revision).toBe(12);
  });

  it("shows every revision as it was, several keys at one revision included", () => {
    const { mirror } = createMirror();
    mirror.apply([{ key: "a", revision: 11, value }], 11);
    mirror.apply(
      [
        { key: "b", revision: 14, value },
        { key: "c", revision: 14, value },
        { key: "a", revision: 15 },
      ],
      15,
    );
    expect([10, 11, 13, 14, 15].map((revision) => keysAt(mirror, revision).join())).toEqual([
      "",
      "a",
      "a",
      "a,b,c",
      "b,c",
    ]);
  });

  it("forgets by age and by size", () => {
    const { mirror, clock } = createMirror({ historyMs: 1000, historyBytes: 8000 });
    for (let revision = 11; revision < 31; revision++) mirror.apply([{ key: "a", revision, value }], revision);
    expect(mirror.oldestRevision).toBeGreaterThan(20);
    clock.advance(1001);
    expect(mirror.oldestRevision).toBe(30);
    expect(keysAt(mirror, 30)).toEqual(["a"]);
  });

  it("tells listeners the difference after a gap, and watchers that there is one", async () => {
    const { mirror, heard } = createMirror();
    for (const [i, key] of ["same", "changed", "gone"].entries()) {
      mirror.apply([{ key, revision: 11 + i, value }], 11 + i);
    }
    const watch = mirror.watch({ prefix: "", after: 13 })[Symbol.asyncIterator]().next();
    let tree = createTree<Entry>();
    for (const [key, revision] of Object.entries({ same: 11, changed: 42, fresh: 41 })) {
      tree = treeSet(tree, key, { key, revision, value });
    }
    mirror.reset(tree, 50);
    expect(heard.slice(3)).toEqual([
      ["create", "fresh", 41, undefined],
      ["replace", "changed", 42, 12],
      ["delete", "gone", 50, 13],
    ]);
    await expect(watch).rejects.toMatchObject({ code: "compacted" });
    expect([mirror.revision, mirror.oldestRevision]).toEqual([50, 50]);
  });

  it("wakes those who wait, after the listeners", async () => {
    const { mirror, heard } = createMirror();
    const waiting = mirror.waitFor(11, 60_000).then((isReached) => [isReached, heard.length]);
    mirror.apply([{ key: "a", revision: 11, value }], 11);
    expect(await waiting).toEqual([true, 1]);
    expect(await mirror.waitFor(12, 0)).toBe(false);
  });

  it("finds what took the place of a revision", () => {
    const { mirror } = createMirror();
    mirror.apply([{ key: "a", revision: 11, value }], 11);
    mirror.apply([{ key: "b", revision: 12, value }], 12);
    mirror.apply([{ key: "a", revision: 13, value }], 13);
    mirror.apply([{ key: "a", revision: 14 }], 14);
    expect(mirror.findSuccessor("a", 11)?.revision).toBe(13);
    expect(mirror.findSuccessor("a", 13)?.type).toBe("delete");
    expect(mirror.findSuccessor("a", 14)).toBeUndefined();
  });
});
