import { describe, expect, it } from "vitest";
import { asInteger, asObjects, asText, asTextEntries, asTexts } from "./read-json.ts";

describe("reading a value of the wrong type", () => {
  it("gives an empty value of the right one", () => {
    expect([asText("a"), asText(1), asText(undefined)]).toEqual(["a", "", ""]);
    expect([asInteger(1), asInteger(2n), asInteger("3"), asInteger(null)]).toEqual([1, 2n, 0, 0]);
    expect([asTexts(["a", 1, "b"]), asTexts("a"), asTexts(null)]).toEqual([["a", "", "b"], [], []]);
    expect([asObjects([{ a: 1 }, null, []]), asObjects({})]).toEqual([[{ a: 1 }, {}, {}], []]);
    expect([asTextEntries({ a: "b", c: 1 }), asTextEntries("ab"), asTextEntries([])]).toEqual([
      [
        ["a", "b"],
        ["c", ""],
      ],
      [],
      [],
    ]);
  });
});
