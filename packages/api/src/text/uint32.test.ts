import { describe, expect, it } from "vitest";
import { readUint32, writeUint32 } from "./uint32.ts";

describe("writeUint32()", () => {
  it.each([0, 1, 0xff00, 0x7fff_ffff, 0x8000_0001, 0xffff_ffff])("writes what readUint32() reads: %i", (number) => {
    const bytes = new Uint8Array(6);
    writeUint32(bytes, 1, number);
    expect(new DataView(bytes.buffer).getUint32(1)).toBe(number);
    expect(readUint32(bytes, 1)).toBe(number);
    expect([bytes[0], bytes[5]]).toEqual([0, 0]);
  });
});
