import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "./text-bytes.ts";
import { utf8Length } from "./utf8-length.ts";

describe("utf8Length()", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 2],
    ["日", 3],
    ["😀", 4],
    ["\ud800", 3],
    ["\udc00a", 4],
  ])("of %j is %i", (text, length) => {
    expect(utf8Length(text)).toBe(length);
  });

  it("is how many bytes the encoder makes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(utf8Length(text)).toBe(encodeUtf8(text).length);
      }),
    );
  });
});
