import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHeaderDecoder } from "./decode-headers.ts";
import { createHeaderEncoder } from "./encode-headers.ts";
import { createHuffmanDecoder } from "./huffman.ts";

const createDecoder = (maxBytes = 1000) =>
  createHeaderDecoder({ decodeHuffman: createHuffmanDecoder(), maxBytes, maxHeaders: 10 });
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

/** HPACK integer: in the lower bits of the first byte, and in further bytes if they do not suffice. */
function number(first: number, bits: number, value: number): Uint8Array {
  const most = 2 ** bits - 1;
  if (value < most) {
    return Uint8Array.of(first | value);
  }
  const bytes = [first | most];
  let rest = value - most;
  for (; rest >= 0x80; rest >>>= 7) {
    bytes.push((rest & 0x7f) | 0x80);
  }
  return Uint8Array.of(...bytes, rest);
}

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

  it("remembers the same headers as a plain list does, however they come and go", () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.nat(120).map((size) => ({ size })) },
        { weight: 1, arbitrary: fc.constantFrom(0, 31, 32, 100, 4000).map((size) => ({ size })) },
        { weight: 1, arbitrary: fc.constantFrom(0, 33, 200, 1000, 4096).map((room) => ({ room })) },
      ),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        const decode = createDecoder(1e6);
        let model: string[] = [];
        let room = 4096;
        for (const [i, step] of list.entries()) {
          if ("room" in step) {
            room = step.room;
            decode(number(0x20, 5, room));
          } else {
            const value = String(i).padEnd(step.size, "v");
            decode(Uint8Array.of(0x40, 1, 0x6e, ...number(0, 7, value.length), ...Buffer.from(value)));
            model = [value, ...model];
          }
          for (let bytes = 0, kept = 0; kept < model.length; kept++) {
            bytes += 1 + (model[kept] as string).length + 32;
            if (bytes > room) {
              model.length = kept;
            }
          }
        }
        const read = model.map((_, i) => decode(number(0x80, 7, 62 + i)).headers[0]?.[1]);
        expect(read).toEqual(model);
        expect(() => decode(number(0x80, 7, 62 + model.length))).toThrow("there is no header");
      }),
    );
  });

  it("counts headers beyond the limit, and ends where they are without end", () => {
    const decode = createDecoder();
    expect(decode(Buffer.alloc(40, 0x82))).toMatchObject({ headers: { length: 10 }, isTooLarge: true, count: 40 });
    expect(() => decode(Buffer.alloc(41, 0x82))).toThrow(expect.objectContaining({ code: 11 }));
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
    ["more than two changes of the table", "202020"],
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
