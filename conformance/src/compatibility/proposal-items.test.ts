import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Evidence, proposalItems } from "./proposal-items.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

function isThere(evidence: Evidence): boolean {
  if ("recording" in evidence) {
    return existsSync(join(ROOT, "conformance", "golden", `${evidence.recording}.json`));
  }
  const path = join(ROOT, evidence.file);
  const wanted = "benchmark" in evidence ? `"${evidence.benchmark}"` : evidence.title;
  return existsSync(path) && readFileSync(path, "utf8").includes(wanted);
}

describe("the items of the proposals", () => {
  it.each(proposalItems.map((item) => [item.item, item.shown] as const))(
    "are shown by tests that exist: %s",
    (_, shown) => {
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter((evidence) => !isThere(evidence))).toEqual([]);
    },
  );
});
