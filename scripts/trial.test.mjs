import { describe, expect, it } from "vitest";
import { createDraw, drawSome } from "./trial.mjs";

describe("the draw of a trial", () => {
  it("is the same for the same seed, and without repetition", () => {
    const list = Array.from({ length: 50 }, (_, index) => index);
    const first = drawSome(list, 10, createDraw(7));
    expect(drawSome(list, 10, createDraw(7))).toEqual(first);
    expect(drawSome(list, 10, createDraw(8))).not.toEqual(first);
    expect(new Set(first).size).toBe(10);
  });

  it("takes all of a list that is too short", () => {
    expect(drawSome([1, 2], 5, createDraw(1)).sort()).toEqual([1, 2]);
  });
});
