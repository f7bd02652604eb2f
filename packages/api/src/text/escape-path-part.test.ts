import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapePathPart } from "./escape-path-part.ts";
import { decodeUtf8, encodeUtf8 } from "./text-bytes.ts";

describe("a part of a path", () => {
  it("is what encodeURIComponent makes of the text in UTF-8, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, at) => {
        const halved = `${text.slice(0, at % (text.length + 1))}\ud800${text.slice(at % (text.length + 1))}`;
        for (const any of [text, halved]) {
          expect(escapePathPart(any)).toBe(encodeURIComponent(decodeUtf8(encodeUtf8(any))));
        }
      }),
    );
  });

  it("holds no slash, question mark or half of a surrogate pair", () => {
    expect(escapePathPart("a/b?c\ud800")).toBe("a%2Fb%3Fc%EF%BF%BD");
  });
});
