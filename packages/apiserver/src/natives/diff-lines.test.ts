import { describe, expect, it } from "vitest";
import { diffGoStructs } from "./diff-go-structs.ts";
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
});

describe("diffGoStructs()", () => {
  it("names fields as Go does, set or not", () => {
    expect(diffGoStructs("core/v1.HostPathVolumeSource", [{ path: "/a" }, { path: "/b" }])).toBe(
      '@@ -1,4 +1,4 @@\n {\n- "Path": "/a",\n+ "Path": "/b",\n  "Type": null\n }\n',
    );
  });
});
