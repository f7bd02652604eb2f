import type { Finding } from "@kiln/lint";
import { lintRules, lintText } from "@kiln/lint";
import { afterAll, describe, expect, it } from "vitest";
import { printOvenCrd } from "../testing/print-oven-crd.ts";
import { reportFormats } from "./formats/index.ts";
import { openLintServer } from "./lint-server.ts";

const server = await openLintServer("kep");
afterAll(() => server.close());

function lint(text: string) {
  return lintText({ file: "crd.yaml", text }, { rules: lintRules, server });
}

const LISTS = `type: object
properties:
  a:
    type: array
    items: {type: string}
  b:
    type: object
    properties:
      c: {type: array, items: {type: string}}
`;

function rulesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, position }) => `${position.line}:${position.column} ${rule}`);
}

describe("lintText()", () => {
  it("reads only the documents of a large file that name a CRD, and keeps their lines", async () => {
    const pod = `apiVersion: v1\nkind: Pod\ntext: ${"x".repeat(600_000)}\n`;
    const { findings, definitions } = await lint(`${pod}---\n${pod}---\n${printOvenCrd(LISTS)}`);
    expect(definitions).toBe(1);
    expect(rulesOf(findings)).toEqual(["27:15 missing-list-type", "33:19 missing-list-type"]);
  });

  it("says where each finding is, in braces as well", async () => {
    const { findings, definitions } = await lint(printOvenCrd(LISTS));
    expect(definitions).toBe(1);
    expect(rulesOf(findings)).toEqual(["19:15 missing-list-type", "25:19 missing-list-type"]);
    expect(findings[0]?.text.trim()).toBe("a:");
  });

  it.each<[string, from: string, to: string, left: readonly string[]]>([
    ["on the line", "  a:\n", "  a: # kiln-lint-ignore missing-list-type\n", ["25:19"]],
    ["above", "  a:\n", "  # kiln-lint-ignore missing-list-type -- why not\n  a:\n", ["26:19"]],
    ["above what is around", "  b:\n", "  # kiln-lint-ignore\n  # two lines\n  b:\n", ["19:15"]],
    ["for another rule", "  a:\n", "  # kiln-lint-ignore refused\n  a:\n", ["20:15", "26:19"]],
    ["for the file", "  a:\n", "  a: # kiln-lint-ignore-file: refused, missing-list-type\n", []],
  ])("heeds comments %s", async (_, from, to, left) => {
    const { findings } = await lint(printOvenCrd(LISTS.replace(from, to)));
    expect(rulesOf(findings)).toEqual(left.map((place) => `${place} missing-list-type`));
  });

  it("finds CRDs among other documents and in lists, and says nothing of other objects", async () => {
    const item = printOvenCrd(LISTS).replace(/^/gm, "  ").replace("  apiVersion", "- apiVersion");
    const text = `kind: ConfigMap\napiVersion: v1\n---\nkind: List\nitems:\n${item}`;
    const { findings, definitions } = await lint(text);
    expect(definitions).toBe(1);
    expect(rulesOf(findings)).toEqual(["24:17 missing-list-type", "30:21 missing-list-type"]);
  });

  it.each([
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n",
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: 7\n",
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {versions: [1, {schema: []}]}\n",
    "apiVersion: apiextensions.k8s.io/v7\nkind: CustomResourceDefinition\nmetadata: x\n",
    printOvenCrd("- type\n"),
  ])("survives %j", async (text) => {
    const { findings } = await lint(text);
    expect(findings.map(({ severity }) => severity)).toContain("error");
  });
});

describe("the report", () => {
  const finding: Finding = {
    rule: "refused",
    severity: "error",
    message: "100%:\nno",
    position: { file: "a,b.yaml", line: 2, column: 3 },
    text: "  key: 1",
  };
  const report = { findings: [finding], definitions: 1, rules: lintRules.slice(0, 2) };

  it("is read by people", () => {
    expect(reportFormats.text(report, { hasColor: false })).toBe(
      "a,b.yaml:2:3: error: 100%:\nno [refused]\n    key: 1\n    ^\n1 CRD: 1 error, 0 warnings, 0 notes\n",
    );
    expect(reportFormats.text(report, { hasColor: true })).toContain("\u001b[31merror\u001b[0m");
  });

  it("is read by programs", () => {
    const { position, ...rest } = finding;
    expect(JSON.parse(reportFormats.json(report, { hasColor: false }))).toEqual({ ...position, ...rest });
  });

  it("is a SARIF log", () => {
    const log = JSON.parse(reportFormats.sarif(report, { hasColor: false }));
    expect(log.version).toBe("2.1.0");
    expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["unreadable", "refused"]);
    expect(log.runs[0].results).toMatchObject([
      {
        ruleId: "refused",
        ruleIndex: 1,
        level: "error",
        locations: [
          { physicalLocation: { artifactLocation: { uri: "a%2Cb.yaml" }, region: { startLine: 2, startColumn: 3 } } },
        ],
      },
    ]);
  });

  it("is shown by GitHub", () => {
    expect(reportFormats.github(report, { hasColor: false })).toBe(
      "::error file=a%2Cb.yaml,line=2,col=3,title=refused::100%25:%0Ano\n",
    );
  });
});
