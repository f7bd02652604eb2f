import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtobufError } from "./protobuf-error.ts";
import {
  createProtobufReader,
  readBool,
  readBytes,
  readDouble,
  readInt32,
  readInt64,
  readMessage,
  readTag,
  readText,
  skipField,
} from "./protobuf-reader.ts";
import {
  createProtobufWriter,
  takeBytes,
  useBytes,
  writeBytesField,
  writeDoubleField,
  writeIntegerField,
  writeMessageField,
  writeTextField,
  writeZeroField,
} from "./protobuf-writer.ts";

const anyInt64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const anyText = fc.string({ unit: "grapheme", maxLength: 80 });

describe("the protobuf reader", () => {
  it("reads what the writer wrote, nested and next to fields it does not know", () => {
    fc.assert(
      fc.property(anyInt64, fc.double(), fc.uint8Array({ maxLength: 300 }), anyText, (wide, double, bytes, text) => {
        const writer = createProtobufWriter(1);
        writeTextField(writer, 9, text);
        writeMessageField(writer, 7, () => {
          writeBytesField(writer, 300, bytes);
          writeDoubleField(writer, 3, double);
          writeIntegerField(writer, 2, wide);
          writeZeroField(writer, 8);
          writeZeroField(writer, 16 * 8);
          writeZeroField(writer, 3000 * 8);
        });
        const reader = createProtobufReader(takeBytes(writer));
        expect(readTag(reader, "M")).toBe(7 * 8 + 2);
        readMessage(reader, () => {
          for (const number of [3000, 16, 1]) {
            expect(readTag(reader, "M")).toBe(number * 8);
            expect(readInt32(reader)).toBe(0);
          }
          expect(readTag(reader, "M") >>> 3).toBe(2);
          expect(BigInt(readInt64(reader))).toBe(wide);
          expect(readTag(reader, "M")).toBe(3 * 8 + 1);
          expect(readDouble(reader)).toBe(double);
          expect(readTag(reader, "M") >>> 3).toBe(300);
          expect([...readBytes(reader)]).toEqual([...bytes]);
          expect(reader.at).toBe(reader.end);
        });
        expect(readTag(reader, "M") >>> 3).toBe(9);
        expect(readText(reader)).toBe(text);
        expect(reader.at).toBe(reader.end);
      }),
    );
  });

  it.each([
    ["one byte", [0x01], 1],
    ["two bytes", [0xac, 0x02], 300],
    ["a padded number", [0x81, 0x80, 0x80, 0x00], 1],
    ["minus one", [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], -1],
    ["2^53 - 1", [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], Number.MAX_SAFE_INTEGER],
    ["2^53", [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10], 2n ** 53n],
  ])("reads %s", (_, bytes, value) => {
    expect(readInt64(createProtobufReader(Uint8Array.from(bytes)))).toBe(value);
  });

  it("takes any bit of a varint for true", () => {
    const high = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01);
    expect(readBool(createProtobufReader(high))).toBe(true);
    expect(readBool(createProtobufReader(Uint8Array.of(0x80, 0x00)))).toBe(false);
  });

  it("replaces each byte that is no UTF-8, in short texts and long ones", () => {
    const bytes = (length: number) => Uint8Array.of(length, ...new Array(length - 2).fill(0x61), 0xf0, 0x9f);
    expect(readText(createProtobufReader(bytes(5)))).toBe("aaa\ufffd\ufffd");
    expect(readText(createProtobufReader(bytes(100)))).toBe(`${"a".repeat(98)}\ufffd\ufffd`);
  });

  it("never reads past the end, whatever it is given", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (bytes, end) => {
        const reader = createProtobufReader(bytes);
        reader.end = Math.min(end, bytes.length);
        try {
          while (reader.at < reader.end) {
            skipField(reader, readTag(reader, "M") & 7);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ProtobufError);
        }
        expect(reader.at).toBeLessThanOrEqual(reader.end);
      }),
    );
  });
});

describe("the protobuf writer", () => {
  it("gives bytes away that later writes leave alone, small ones and large ones", () => {
    for (const size of [1, 1000, 200_000]) {
      const writer = createProtobufWriter();
      writeBytesField(writer, 1, new Uint8Array(size).fill(1));
      const taken = takeBytes(writer);
      const copy = taken.slice();
      writeBytesField(writer, 1, new Uint8Array(size).fill(2));
      expect(taken).toEqual(copy);
      useBytes(writer, (bytes) => expect(bytes.at(-1)).toBe(2));
      useBytes(writer, (bytes) => expect(bytes.length).toBe(0));
    }
  });
});
