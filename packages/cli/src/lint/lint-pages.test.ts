import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lintRules, lintText } from "@kiln/lint";
import { afterAll, describe, expect, it } from "vitest";
import { printOvenCrd } from "../testing/print-oven-crd.ts";
import { openLintServer } from "./lint-server.ts";

const PAGES = new URL("../../../../docs/lint/", import.meta.url);
const server = await openLintServer("kep");
afterAll(() => server.close());

/** CRDs in the examples of a rule's page, which are whole CRDs or the schema of a spec. */
function readExamples(id: string): string[] {
  const text = readFileSync(new URL(`${id}.md`, PAGES), "utf8");
  return [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = ""]) =>
    example.startsWith("apiVersion:") ? example : printOvenCrd(example),
  );
}

/** Lines with a finding of the rule. */
async function linesOf(id: string, text: string): Promise<number[]> {
  const { findings } = await lintText({ file: "crd.yaml", text }, { rules: lintRules, server });
  return findings.filter(({ rule }) => rule === id).map(({ position }) => position.line);
}

function markedLines(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (line.includes("# <-") ? [index + 1] : []));
}

describe("the pages of lint rules", () => {
  it("are one a rule", () => {
    const names = readdirSync(fileURLToPath(PAGES)).map((name) => name.replace(/\.md$/, ""));
    expect(names.sort()).toEqual(lintRules.map(({ id }) => id).sort());
  });

  it.each(lintRules.map((rule) => [rule.id, rule] as const))("%s begins with what the rule says", (id, rule) => {
    const text = readFileSync(new URL(`${id}.md`, PAGES), "utf8");
    expect(text.startsWith(`# ${id}\n\n${rule.severity}: ${rule.about}.\n`)).toBe(true);
  });

  it.each(lintRules.filter(({ id }) => id !== "definition-size").map(({ id }) => id))(
    "%s is reported where the page says, and not for what it recommends",
    async (id) => {
      const [reported = "", better = ""] = readExamples(id);
      const found = await linesOf(id, reported);
      const marked = markedLines(reported);
      expect(found.length).toBeGreaterThan(0);
      expect(marked.length === 0 || [...new Set(found)]).toEqual(marked.length === 0 || marked);
      expect(better).not.toBe("");
      expect(await linesOf(id, better)).toEqual([]);
      expect(await linesOf("refused", better)).toEqual([]);
    },
  );
});
