import { YamlSyntaxError } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { placeYamlFault } from "./place-yaml-fault.ts";

function place(text: string) {
  try {
    parseYamlDocuments(text, { maxBytes: 1000 });
  } catch (error) {
    const { line, column, message, text: shown } = placeYamlFault(text, error as YamlSyntaxError);
    expect(error).toBeInstanceOf(YamlSyntaxError);
    return [line, column, message, shown];
  }
  return undefined;
}

describe("placeYamlFault()", () => {
  it.each([
    ["a: [1, 2\n", [1, 9, "did not find expected ',' or ']'", "a: [1, 2"]],
    ["a: [1, 2\n\n", [1, 9, "did not find expected ',' or ']'", "a: [1, 2"]],
    ['a: "x\nb: c\n', [2, 5, "found unexpected end of stream", "b: c"]],
    ["a:\n  - b\n c: d\n", [3, 2, "did not find expected key", " c: d"]],
    ["a: b: c\n", [1, 5, "mapping values are not allowed in this context", "a: b: c"]],
  ])("shows the fault of %j where it says it is", (text, expected) => {
    expect(place(text)).toEqual(expected);
  });
});
