import { describe, expect, it } from "vitest";
import { parseAccept } from "./parse-accept.ts";

const printed = (header: string) => parseAccept(header).map(({ type, subtype }) => `${type}/${subtype}`);

describe("parseAccept()", () => {
  it.each([
    ["a/b, c/d", ["a/b", "c/d"]],
    ["a/b;q=0.2, c/d;q=0.3", ["c/d", "a/b"]],
    ["*/*;q=0.1, a/b;q=0.1", ["a/b", "*/*"]],
    ["*/*, a/b", ["a/b", "*/*"]],
    ["a/*, a/b", ["a/b", "a/*"]],
    ["*", ["*/*"]],
    ["words, a/b", ["a/b"]],
    ["a/b/c, d/e", ["d/e"]],
    ["a/b;q=nonsense, c/d;q=0.1", ["c/d", "a/b"]],
    ["", []],
  ])("sorts %s", (header, expected) => {
    expect(printed(header)).toEqual(expected);
  });

  it("keeps parameters that have one value and drops the others", () => {
    const [clause] = parseAccept("a/b; as = Table ;empty=;x=1=2;g=meta");
    expect(Object.fromEntries(clause?.params ?? [])).toEqual({ as: "Table", g: "meta" });
  });
});
