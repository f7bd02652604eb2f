import { describe, expect, it } from "vitest";
import { CommitQueue } from "./commit-queue.ts";

/** A queue whose turns the test runs, and the keys of each batch that it made durable. */
function open() {
  const batches: string[][] = [];
  let due: (() => void)[] = [];
  const queue = new CommitQueue({
    revision: 0,
    lookup: () => undefined,
    persist: async (writes) => {
      batches.push(writes.map(({ event }) => event.key));
    },
    committed: () => {},
    schedule: (callback) => due.push(callback),
  });
  return {
    batches,
    create: (key: string) => queue.submit({ type: "create", key, value: new Uint8Array(1) }),
    /** Runs what is due in this turn, and the promises that depend on it. */
    async turn() {
      const now = due;
      due = [];
      for (const callback of now) {
        callback();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("CommitQueue", () => {
  it("commits all writes of a turn with one disk write", async () => {
    const { batches, create, turn } = open();
    const written = Promise.all([create("/a"), create("/b")]);
    await turn();
    expect([await written, batches]).toEqual([[1, 2], [["/a", "/b"]]]);
  });

  it("waits a turn more for writers that wrote together before", async () => {
    const { batches, create, turn } = open();
    create("/a");
    create("/b");
    await turn();
    create("/c");
    await turn();
    create("/d");
    await turn();
    expect(batches).toEqual([
      ["/a", "/b"],
      ["/c", "/d"],
    ]);
  });

  it("does not delay a writer that waits for each answer", async () => {
    const { batches, create, turn } = open();
    create("/a");
    create("/b");
    await turn();
    create("/c");
    await turn();
    await turn();
    create("/d");
    await turn();
    expect(batches).toEqual([["/a", "/b"], ["/c"], ["/d"]]);
  });
});
