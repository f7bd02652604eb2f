import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64.ts";

describe("base64", () => {
  it("gives back the bytes, with and without padding", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = encodeBase64(bytes);
        expect([...decodeBase64(text)]).toEqual([...bytes]);
        expect([...decodeBase64(text.replaceAll("=", ""))]).toEqual([...bytes]);
      }),
    );
  });

  it.each([
    ["line breaks", "YWJj\nZGVm"],
    ["the alphabet of URLs", "YW-_YWJj"],
    ["padding in the middle", "YQ==YWJj"],
  ])("skips characters outside the alphabet: %s", (_, text) => {
    const cleaned = text.replaceAll(/[^A-Za-z0-9+/]/g, "");
    expect([...decodeBase64(text)]).toEqual([...Buffer.from(cleaned, "base64")]);
  });
});
