import { describe, expect, it } from "vitest";
import { readComplaints } from "./read-complaints.ts";

describe("readComplaints()", () => {
  it("takes warnings and errors for the same that differ in names and numbers only", () => {
    const log = [
      "I1116 21:08:37.087827   19568 lease.go:265] fine",
      'E1116 21:08:37.087827   19568 garbage.go:12] "sync failed" item="churn-1/web-6f5d7c8b9-x2x4z" err="409"',
      'E1116 21:08:38.000000   19568 garbage.go:12] "sync failed" item="churn-22/web-7d5d7c8b9-abcde" err="409"',
      "W1116 21:08:38.000000   19568 other.go:1] hm",
    ].join("\n");
    expect(readComplaints(log).map(({ text, count }) => [text, count])).toEqual([
      ['garbage.go: "sync failed" item="<name>" err="<n>"', 2],
      ["other.go: hm", 1],
    ]);
  });
});
