import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readKnownGaps } from "../replay/known-gaps.ts";
import { upstreamRecordings } from "../replay/semantics-of.ts";
import { switched } from "./deviations.ts";
import { printCompatibility } from "./print-compatibility.ts";
import { compatibilityFile } from "./write-compatibility.ts";

describe("docs/compatibility.md", () => {
  it("is what the lists say; `npm run docs:compatibility` makes it anew", () => {
    expect(readFileSync(compatibilityFile, "utf8")).toBe(printCompatibility(readKnownGaps()));
  });

  it("explains every decision for which a recording is played with upstream semantics", () => {
    const codes = new Set(switched.map(({ code }) => code));
    expect(
      Object.values(upstreamRecordings)
        .flat()
        .filter((code) => !codes.has(code)),
    ).toEqual([]);
  });
});
