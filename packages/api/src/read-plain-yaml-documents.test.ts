import { describe, expect, it } from "vitest";
import { readPlainYamlDocuments } from "./read-plain-yaml-documents.ts";

describe("readPlainYamlDocuments()", () => {
  it.each<[string, unknown]>([
    ["# head\n---\n\na: 1\n---\n# nothing\n---\nb: |\n  x\n", [{ a: 1 }, 4, { b: "x\n" }, 8]],
    ["a: 1\n--- \n- b\n", [{ a: 1 }, 1, ["b"], 3]],
    ["a: 1\n---\n", [{ a: 1 }, 1]],
    ["a: 1\n--- b\n", undefined],
    ["a: 1\n---\nb: [x\n", undefined],
    ["a: 1\n...\n---\nb: 1\n", undefined],
    ["a: 1\n---\nb: 2", [{ a: 1 }, 1, { b: 2 }, 3]],
    ["a: 1\n---", undefined],
  ])("reads %j", (text, expected) => {
    expect(readPlainYamlDocuments(text)?.flatMap(({ value, line }) => [value, line])).toEqual(expected);
  });
});
