import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDocument, startWalk } from "./walk-document.ts";

/** Pages whose examples are done, one after the other. */
const PAGES = ["pruning", "immutable-fields", "unions", "conversion", "immutable-config"];

describe.each(PAGES)("docs/%s.md", (page) => {
  const steps = readDocument(readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), "utf8"));

  it("has examples", () => {
    expect(steps.length).toBeGreaterThan(4);
  });

  it("says what the server does", async () => {
    const walk = await startWalk();
    for (const step of steps) {
      const { status, object, message, warnings } = await walk(step);
      const where = `line ${step.line}`;
      expect([where, message, warnings]).toEqual([where, step.errors.join(""), step.warnings]);
      expect([where, status < 400]).toEqual([where, step.errors.length === 0]);
      if (step.verb === "get") {
        const { metadata, ...content } = step.object;
        expect(object).toMatchObject({ metadata: metadata ?? {} });
        expect([where, { ...object, metadata: 0 }]).toEqual([where, { ...content, metadata: 0 }]);
      }
    }
  });
});
