import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeHuffman } from "../testing/encode-huffman.ts";
import { createHuffmanDecoder } from "./huffman.ts";

const decode = (hex: string) => {
  const bytes = Buffer.from(hex, "hex");
  return createHuffmanDecoder()(bytes, 0, bytes.length);
};

describe("createHuffmanDecoder()", () => {
  it.each([
    ["f1e3c2e5f23a6ba0ab90f4ff", "www.example.com"],
    ["a8eb10649cbf", "no-cache"],
    ["25a849e95ba97d7f", "custom-key"],
    ["6402", "302"],
    ["d07abe941054d444a8200595040b8166e082a62d1bff", "Mon, 21 Oct 2013 20:13:21 GMT"],
    [
      "94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
      "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ],
    ["", ""],
  ])("reads %s as the RFC does", (hex, text) => {
    expect(decode(hex)).toBe(text);
  });

  it.each([
    ["padding that is not all ones", "a8eb10649cbe"],
    ["a whole byte of padding", "6402ff"],
    ["the code that ends nothing", "ffffffff"],
  ])("refuses %s", (_, hex) => {
    expect(decode(hex)).toBeUndefined();
  });

  it("reads no further than its limit", () => {
    const bytes = Buffer.from("ff6402ff", "hex");
    expect(createHuffmanDecoder()(bytes, 1, 3)).toBe("302");
  });

  it("reads whatever bytes were written in the code, longer than its own memory, too", () => {
    const decode = createHuffmanDecoder();
    const texts = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.nat(12_000))
        .map(([part, times]) => Buffer.concat(Array(times).fill(part))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const coded = encodeHuffman(text);
        expect(decode(coded, 0, coded.length)).toBe(Buffer.from(text).toString("latin1"));
      }),
    );
  });
});
