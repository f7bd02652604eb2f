import { describe, expect, it } from "vitest";
import { createTokenCache } from "./token-cache.ts";

describe("createTokenCache()", () => {
  it("forgets the oldest token, and no other, when there are too many", () => {
    const cache = createTokenCache<number>({ maxTokens: 3, maxLength: 100 });
    for (const [i, token] of ["a", "b", "c", "d"].entries()) {
      cache.set(token, i);
    }
    expect(["a", "b", "c", "d"].map((token) => cache.get(token))).toEqual([undefined, 1, 2, 3]);
  });

  it("counts a token that is set again as new", () => {
    const cache = createTokenCache<number>({ maxTokens: 2, maxLength: 100 });
    cache.set("a", 1);
    cache.set("b", 1);
    cache.set("a", 2);
    cache.set("c", 1);
    expect(["a", "b", "c"].map((token) => cache.get(token))).toEqual([2, undefined, 1]);
  });

  it("bounds the length of all tokens together", () => {
    const cache = createTokenCache<number>({ maxTokens: 100, maxLength: 10 });
    cache.set("aaaaa", 1);
    cache.set("bbbbb", 1);
    cache.set("c", 1);
    expect(["aaaaa", "bbbbb", "c"].map((token) => cache.get(token))).toEqual([undefined, 1, 1]);
    cache.set("d".repeat(11), 1);
    expect(cache.get("d".repeat(11))).toBeUndefined();
    cache.set("e", 1);
    expect(cache.get("e")).toBe(1);
  });
});
