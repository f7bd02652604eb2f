import { describe, expect, it } from "vitest";
import { appendAll } from "./append-all.ts";

describe("appendAll", () => {
  it("adds more items than a call takes arguments", () => {
    const list = [0];
    appendAll(list, new Array<number>(1_000_000).fill(1));
    expect(list).toHaveLength(1_000_001);
  });
});
