import { describe, expect, it } from "vitest";
import { createHeaderDecoder } from "./decode-headers.ts";
import { createHeaderEncoder } from "./encode-headers.ts";
import { createHuffmanDecoder } from "./huffman.ts";

const createDecoder = (maxBytes = 1000) => createHeaderDecoder({ decodeHuffman: createHuffmanDecoder(), maxBytes });
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("createHeaderDecoder()", () => {
  it.each([
    [
      "plain text",
      "828684410f7777772e6578616d706c652e636f6d",
      "828684be58086e6f2d6361636865",
      "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
    ],
    [
      "Huffman's code",
      "828684418cf1e3c2e5f23a6ba0ab90f4ff",
      "828684be5886a8eb10649cbf",
      "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
    ],
  ])("reads the RFC's three requests in %s, each by means of those before", (_, first, second, third) => {
    const decode = createDecoder();
    const common = [
      [":method", "GET"],
      [":scheme", "http"],
      [":path", "/"],
      [":authority", "www.example.com"],
    ];
    expect(decode(hex(first)).headers).toEqual(common);
    expect(decode(hex(second)).headers).toEqual([...common, ["cache-control", "no-cache"]]);
    expect(decode(hex(third)).headers).toEqual([
      [":method", "GET"],
      [":scheme", "https"],
      [":path", "/index.html"],
      [":authority", "www.example.com"],
      ["custom-key", "custom-value"],
    ]);
  });

  it("forgets the oldest when the table is full, and all when it shrinks to nothing", () => {
    const decode = createDecoder(4000);
    decode(Buffer.concat([hex("4001617fd70f"), Buffer.alloc(2134, 0x62)]));
    decode(Buffer.concat([hex("4001637fd70f"), Buffer.alloc(2134, 0x64)]));
    expect(decode(hex("be")).headers[0]?.[0]).toBe("c");
    expect(() => decode(hex("bf"))).toThrow("there is no header 63");
    decode(hex("20"));
    expect(() => decode(hex("be"))).toThrow("there is no header 62");
  });

  it("keeps what is below the limit and says so", () => {
    const decode = createDecoder(100);
    const { headers, isTooLarge } = decode(Buffer.concat([hex("82 0003666f6f7f01"), Buffer.alloc(128, 0x61)]));
    expect([headers, isTooLarge]).toEqual([[[":method", "GET"]], true]);
  });

  it.each([
    ["an index that means nothing", "80"],
    ["a table larger than allowed", "3fe21f"],
    ["a change of the table in the middle", "8220"],
    ["a text without an end", "00056162"],
    ["a text that is missing", "0001"],
    ["a number without an end", "ff"],
    ["a number beyond all bounds", "ffffffffff0f"],
    ["a text in no known code", "0001618100"],
  ])("refuses %s", (_, block) => {
    expect(() => createDecoder()(hex(block))).toThrow(expect.objectContaining({ name: "Http2Fault", code: 9 }));
  });
});

describe("createHeaderEncoder()", () => {
  const encode = createHeaderEncoder(() => Date.UTC(2026, 0, 2, 3, 4, 5, 600));
  const date = ["date", "Fri, 02 Jan 2026 03:04:05 GMT"];

  it.each([
    [
      200,
      { "Content-Type": "application/json", "audit-id": "x" },
      [
        ["content-type", "application/json"],
        ["audit-id", "x"],
      ],
    ],
    [
      422,
      { warning: ["one", "two"], empty: undefined },
      [
        ["warning", "one"],
        ["warning", "two"],
      ],
    ],
    [404, { long: "y".repeat(700) }, [["long", "y".repeat(700)]]],
  ])("writes the head of a %i so that it can be read", (status, headers, read) => {
    expect(createDecoder(4000)(encode(status, headers)).headers).toEqual([[":status", String(status)], ...read, date]);
  });
});
