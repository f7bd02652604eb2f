import { describe, expect, it } from "vitest";
import { createFakeClock, describeStore, readRange } from "../testing/index.ts";
import { MemoryStore } from "./memory-store.ts";

describeStore("MemoryStore", {
  open: async () => {
    const clock = createFakeClock();
    const store = new MemoryStore({ clock });
    return {
      store,
      elapse: async (seconds) => clock.advance(seconds * 1000),
      dispose: () => store.close(),
    };
  },
});

const value = new Uint8Array([1]);

describe("MemoryStore", () => {
  it("forks into stores that no longer know of each other", async () => {
    const store = new MemoryStore();
    const revision = await store.create("/a", value);
    const fork = store.fork();
    expect(await fork.replace("/a", value, { revision })).toBe(revision + 1);
    expect(await store.create("/b", value)).toBe(revision + 1);
    const keys = await Promise.all([store, fork].map((each) => readRange(each, { prefix: "/" })));
    expect(keys.map(({ entries }) => entries.map(({ key }) => key))).toEqual([["/a", "/b"], ["/a"]]);
    await Promise.all([store.close(), fork.close()]);
  });

  it("starts from a snapshot that later writes do not change", async () => {
    const store = new MemoryStore();
    await store.create("/a", value);
    const snapshot = store.snapshot();
    await store.create("/b", value);
    const later = new MemoryStore({}, { ...snapshot, revision: 100 });
    expect((await readRange(later, { prefix: "/" })).entries.map(({ key }) => key)).toEqual(["/a"]);
    await expect(later.watch({ prefix: "/", after: 99 })).rejects.toMatchObject({ code: "compacted" });
    expect(await later.create("/c", value)).toBe(101);
    await Promise.all([store.close(), later.close()]);
  });

  it("forgets history by age and by size", async () => {
    const clock = createFakeClock();
    const store = new MemoryStore({ clock, historyMs: 1000, historyBytes: 2000 });
    const first = await store.create("/a", value);
    clock.advance(900);
    await store.create("/b", value);
    await expect(store.get("/a", { revision: first })).resolves.toBeDefined();
    clock.advance(200);
    await expect(store.get("/a", { revision: first - 1 })).rejects.toMatchObject({ code: "compacted" });
    await store.create("/c", new Uint8Array(3000));
    clock.advance(1);
    await expect(store.get("/a", { revision: first })).rejects.toMatchObject({ code: "compacted" });
    await store.close();
  });
});
