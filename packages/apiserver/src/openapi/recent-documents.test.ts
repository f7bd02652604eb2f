import { describe, expect, it } from "vitest";
import { createRecentDocuments } from "./recent-documents.ts";

describe("createRecentDocuments()", () => {
  /** Number of builds of each document when these keys are requested in order; each document has 10 bytes. */
  async function countMade(keys: readonly string[], maxBytes: number): Promise<Record<string, number>> {
    const made: Record<string, number> = {};
    const recent = createRecentDocuments(maxBytes);
    for (const key of keys) {
      await recent.get(key, async () => {
        made[key] = (made[key] ?? 0) + 1;
        return new Uint8Array(10);
      });
    }
    return made;
  }

  it("makes what is asked for again only once", async () => {
    expect(await countMade(["a", "a", "b", "a"], 20)).toEqual({ a: 1, b: 1 });
  });

  it("drops the least recently used document", async () => {
    expect(await countMade(["a", "b", "a", "c", "a", "b"], 20)).toEqual({ a: 1, b: 2, c: 1 });
  });

  it("keeps nothing that is too large", async () => {
    expect(await countMade(["a", "a"], 9)).toEqual({ a: 2 });
  });
});
