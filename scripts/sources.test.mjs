import { describe, expect, it } from "vitest";
import { declarationOf, isSourced, readComments, readGoSources } from "./sources.mjs";

describe("the check of sources", () => {
  it("joins the lines of a comment, whatever its form", () => {
    const text = "/**\n * One\n * two.\n */\n// three\n// four\nconst a = 1; // five\nconst b = 2;\n/** six */\n";
    expect(readComments(text)).toEqual([
      { line: 1, text: "One two." },
      { line: 5, text: "three four" },
      { line: 7, text: "five" },
      { line: 9, text: "six" },
    ]);
  });

  it.each([
    ["Kubernetes: limits are truncated (validate/values.go MinimumNativeType, v1.36).", true],
    ["Kubernetes: the answer of Go's listener (net/http/server.go serve, Go 1.26).", true],
    ["Kubernetes: rejected before 1.32 (KEP-3157).", true],
    ["Kubernetes: answered with 500 (golden/http-errors).", true],
    ["Kubernetes: leaves null (typed/remove.go removingWalker.doMap, v1.36; kubernetes#117447).", true],
    ["The order is that of Kubernetes.", true],
    ["Kubernetes: limits are truncated.", false],
    ["Kubernetes: limits are truncated (values.go, v1.36).", false],
    ["Kubernetes: a (values.go Enum, v1.36). Kubernetes: b.", false],
  ])("of %j: %s", (comment, expected) => {
    expect(isSourced(comment)).toBe(expected);
  });

  it("separates several files and several functions", () => {
    expect(readGoSources("Kubernetes: x (a/b.go One and Two and c.go Three.Four, v1.36).")).toEqual([
      { file: "a/b.go", names: ["One", "Two"] },
      { file: "c.go", names: ["Three.Four"] },
    ]);
  });

  it.each([
    ["Validate", "func Validate(x int) {", true],
    ["Validate", "func (v *validator) Validate(x int) {", true],
    ["validator.Validate", "func (v *validator) Validate(x int) {", true],
    ["other.Validate", "func (v *validator) Validate(x int) {", false],
    ["maxItems", "const (\n\tmaxItems = 3\n)", true],
    ["Valid", "func Validate(x int) {", false],
  ])("finds the declaration of %s in %j: %s", (name, text, expected) => {
    expect(declarationOf(name).test(text)).toBe(expected);
  });
});
