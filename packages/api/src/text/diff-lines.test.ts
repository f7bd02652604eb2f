import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";

describe("diffLines()", () => {
  it.each([
    ["a\nb", "a\nb", ""],
    ["a\nb\nc\nd\ne\nf\ng\nh\ni", "a\nb\nc\nd\nX\nf\ng\nh\ni", "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n"],
    ["a", "a\nb", "@@ -1 +1,2 @@\n a\n+b\n"],
    ["a\nb", "b", "@@ -1,2 +1 @@\n-a\n b\n"],
  ])("shows what is between %j and %j", (old, now, diff) => {
    expect(diffLines(old, now)).toBe(diff);
  });

  it("finds small changes in long texts", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? "same" : `line ${index}`));
    const changed = lines.with(501, "changed");
    expect(diffLines(lines.join("\n"), changed.join("\n"), { maxPairs: 1_000_000 })).toBe(
      "@@ -499,7 +499,7 @@\n same\n line 499\n same\n-line 501\n+changed\n same\n line 503\n same\n",
    );
  });

  it("does not search where there is too much to look at", () => {
    expect(diffLines("a\na", "a\na\nb", { maxPairs: 3 })).toBe("@@ -1,2 +1,3 @@\n-a\n-a\n+a\n+a\n+b\n");
  });

  it("does not find its way by lines that are everywhere in a long text", () => {
    const names = Array.from({ length: 150 }, (_, index) => `line ${index}`);
    const [old, now] = ["old", "now"].map((word) =>
      names.flatMap((name) => [name, "null"]).concat(word, "null", "end"),
    );
    expect(diffLines((old as string[]).join("\n"), ["null", ...(now as string[])].join("\n"))).toBe(
      "@@ -1,3 +1,4 @@\n+null\n line 0\n null\n line 1\n@@ -298,6 +299,6 @@\n null\n line 149\n null\n-old\n+now\n null\n end\n",
    );
  });
});
