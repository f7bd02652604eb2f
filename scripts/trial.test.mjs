import { describe, expect, it } from "vitest";
import { createDraw, drawSome, listComments } from "./trial.mjs";

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

describe("the comments of a trial", () => {
  it("are printed with their code, below or on the same line, and without instructions to the linter", () => {
    const text = [
      "/** Number of nodes. */",
      "// biome-ignore lint/style/useConst: assigned by a test",
      "let nodes = 1;",
      "let pods = 2; // Pods of one node.",
      "let other = 3;",
    ].join("\n");
    expect(listComments("a.ts", text)).toEqual([
      "a.ts:1: Number of nodes.\n    let nodes = 1;",
      "a.ts:4: Pods of one node.\n    let pods = 2; // Pods of one node.",
    ]);
  });
});
