import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

function lines(...texts: readonly string[]): string {
  return texts.join("\n");
}

describe("unified diffs", () => {
  it("say nothing of what is the same", () => {
    expect(unifiedDiff("a\nb", "a\nb")).toBe("");
  });

  it("show a change and three lines around it", () => {
    expect(unifiedDiff(lines("1", "2", "3", "4", "5", "6", "7"), lines("1", "2", "3", "4", "x", "6", "7"))).toBe(
      "@@ -2,6 +2,6 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n",
    );
  });

  it("show what came and what went where it did", () => {
    expect(unifiedDiff(lines("a", "b", "c"), lines("a", "c", "d"))).toBe("@@ -1,3 +1,3 @@\n a\n-b\n c\n+d\n");
  });

  it("keep changes apart that have nothing to do with each other", () => {
    const old = Array.from({ length: 20 }, (_, i) => String(i));
    const now = old.map((text, i) => (i === 2 || i === 17 ? "x" : text));
    expect(unifiedDiff(lines(...old), lines(...now)).match(/@@ .* @@/g)).toEqual([
      "@@ -1,6 +1,6 @@",
      "@@ -15,6 +15,6 @@",
    ]);
  });

  it("show texts whole that are too long to compare", () => {
    const old = Array.from({ length: 2100 }, (_, i) => `a${i}`);
    const now = Array.from({ length: 2100 }, (_, i) => `b${i}`);
    expect(unifiedDiff(lines(...old), lines(...now)).split("\n").length).toBe(4202);
  });
});
