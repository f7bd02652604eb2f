import { computeCrc32 } from "@kiln/api";
import { expect, it } from "vitest";
import { crc32 } from "./crc32.ts";

it.each([
  ["", 0],
  ["123456789", 0xcbf43926],
])("says of %j what everyone says, in one piece or two", (text, expected) => {
  const bytes = Buffer.from(text);
  for (const each of [crc32, computeCrc32]) {
    expect(each(bytes)).toBe(expected);
    expect(each(bytes.subarray(4), each(bytes.subarray(0, 4)))).toBe(expected);
  }
});
