import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createReader,
  createWriter,
  nextField,
  readBigInt,
  readBytes,
  readMessage,
  readNumber,
  skipField,
  writeBytes,
  writeMessage,
  writeNumber,
  writtenBytes,
} from "./protobuf.ts";

const safe = fc.maxSafeNat();
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe("protobuf", () => {
  it("reads what it wrote, nested and next to fields it does not know", () => {
    fc.assert(
      fc.property(safe, int64, fc.uint8Array({ maxLength: 300 }), (number, wide, bytes) => {
        const writer = createWriter(1);
        writeMessage(writer, 7, (inner) => {
          writeNumber(inner, 1, number);
          writeNumber(inner, 2, wide);
          writeMessage(inner, 16, (deeper) => writeBytes(deeper, 3, bytes));
        });
        const outer = createReader(writtenBytes(writer));
        expect(nextField(outer)?.number).toBe(7);
        const inner = readMessage(outer);
        expect(nextField(outer)).toBeUndefined();
        let found = { number: 0, wide: 0n };
        for (let field = nextField(inner); field?.number !== 16; field = nextField(inner)) {
          if (field!.number === 1) found = { ...found, number: readNumber(inner) };
          else found = { ...found, wide: readBigInt(inner) };
        }
        expect(found).toEqual({ number, wide });
        const deeper = readMessage(inner);
        nextField(deeper);
        expect([...readBytes(deeper)]).toEqual([...bytes]);
      }),
    );
  });

  it.each([
    ["one byte", [0x08, 0x01], 1],
    ["two bytes", [0x08, 0xac, 0x02], 300],
    ["a padded length", [0x08, 0x81, 0x80, 0x80, 0x00], 1],
    ["minus one", [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], -1],
    ["2^53 - 1", [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], Number.MAX_SAFE_INTEGER],
  ])("reads %s as protobuf writes it", (_name, bytes, value) => {
    const reader = createReader(new Uint8Array(bytes));
    expect(nextField(reader)).toEqual({ number: 1, wireType: 0 });
    expect(readNumber(reader)).toBe(value);
  });

  it("never reads past the end, whatever it is given", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const reader = createReader(bytes);
        try {
          for (let field = nextField(reader); field !== undefined; field = nextField(reader)) skipField(reader, field);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
        expect(reader.offset).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
