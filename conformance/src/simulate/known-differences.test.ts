import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareSnapshots } from "./compare.ts";
import { knownDifferences } from "./known-differences.ts";
import { scenarios } from "./scenarios.ts";

const page = readFileSync(new URL("../../../docs/simulate.md", import.meta.url), "utf8");

describe("the comparison of simulated workloads", () => {
  it("has at least sixty scenarios, each with a name of its own", () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    expect(scenarios.length).toBeGreaterThanOrEqual(60);
    expect(page).toContain(`plays ${scenarios.length} scenarios`);
  });

  it("has its known differences listed in docs/simulate.md, and no others", () => {
    const [, section = ""] = /## Compared with Kubernetes\n([\s\S]*?)\n## /.exec(page) ?? [];
    const listed = section.split(/^- /m).slice(1);
    expect(listed.map((item) => item.trim().replace(/\s+/g, " "))).toEqual(
      knownDifferences.map(({ reason }) => expect.stringContaining(reason)),
    );
  });

  it("reports a line that only one side has, and a known difference that is gone", () => {
    const compare = (simulated: string[], pattern: RegExp) =>
      compareSnapshots({
        real: new Map([["a", ["Pod x", "Pod x"]]]),
        simulated: new Map([["a", simulated]]),
        known: [{ pattern, reason: "why" }],
        isWhole: true,
      });
    expect(compare(["Pod x"], /^b:/)).toMatchObject({ unknown: ["a: real: Pod x"], gone: ["why"] });
    expect(compare(["Pod x"], /^a:/)).toMatchObject({ unknown: [], gone: [] });
  });
});
