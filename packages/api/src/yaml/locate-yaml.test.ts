import { describe, expect, it } from "vitest";
import { parseYamlDocuments } from "./decode-yaml.ts";
import { createYamlLocator, type YamlPath } from "./locate-yaml.ts";

const TEXT = `# head
kind: A
spec:
  # comment
  versions:
  - name: v1
    "quoted key": x
    schema:
      type: object
      'it''s': 1
  -
    name: v2
    inline: {a: 1, list: [x, {b: 2}]}
  - - nested
    - deep: 1
  text: |
    kind: not a key
  last: 1
---
spec: other
`;

describe("createYamlLocator()", () => {
  it.each<[YamlPath, line: number, column: number]>([
    [[], 2, 1],
    [["kind"], 2, 1],
    [["spec", "versions"], 5, 3],
    [["spec", "versions", 0], 6, 5],
    [["spec", "versions", 0, "name"], 6, 5],
    [["spec", "versions", 0, "quoted key"], 7, 5],
    [["spec", "versions", 0, "schema", "type"], 9, 7],
    [["spec", "versions", 0, "schema", "it's"], 10, 7],
    [["spec", "versions", 1, "name"], 12, 5],
    [["spec", "versions", 1, "inline", "list", 1, "b"], 13, 31],
    [["spec", "versions", 2, 0], 14, 7],
    [["spec", "versions", 2, 1, "deep"], 15, 7],
    [["spec", "last"], 18, 3],
  ])("finds %j at %d:%d", (path, line, column) => {
    const places = createYamlLocator(TEXT, 2)(path);
    expect(places.at(-1)).toEqual({ line, column });
    expect(places).toHaveLength(path.length + 1);
  });

  it.each<[YamlPath, steps: number]>([
    [["spec", "nowhere", "below"], 1],
    [["kind", "below"], 1],
    [["spec", "text", "kind"], 2],
    [["spec", "versions", 7], 2],
    [["spec", "versions", 1, "inline", "list", 1, "c"], 6],
  ])("goes as far as %j leads", (path, steps) => {
    expect(createYamlLocator(TEXT, 2)(path)).toHaveLength(steps + 1);
  });

  it("stays in its document", () => {
    expect(createYamlLocator(TEXT, 20)(["spec"])).toEqual([
      { line: 20, column: 1 },
      { line: 20, column: 1 },
    ]);
    expect(createYamlLocator(TEXT, 20)(["kind"])).toHaveLength(1);
  });

  it("reads JSON", () => {
    expect(createYamlLocator('{\n  "a": [1,\n   2]}\n', 1)(["a", 1]).at(-1)).toEqual({ line: 3, column: 4 });
  });
});

describe("the locator of a parsed document", () => {
  const TAGGED = "%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n---\nb: 2\n";
  it.each([
    ["several documents", `${TEXT}--- {a: {b: 1}}\n---\n# comment\n- 1\n- c: 2\n...\n---\nlast: 1`],
    ["other line ends", TEXT.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\ufeff${TEXT}`],
    ["a tag handle", TAGGED],
    ["an anchor of an earlier document", "a: &x 1\n---\nb: 2\n"],
  ])("finds what one of the whole text finds: %s", (_, text) => {
    const paths: YamlPath[] = [[], ["spec"], ["spec", "versions", 1, "inline"], ["a"], ["a", "b"], [1, "c"], ["last"]];
    for (const { line, locate } of parseYamlDocuments(text)) {
      const locateInAll = createYamlLocator(text, line);
      for (const path of paths) {
        expect(locate(path)).toEqual(locateInAll(path));
      }
    }
  });
});
