import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { exceedsJsonSize } from "./exceeds-json-size.ts";

describe("exceedsJsonSize", () => {
  it("never says so of a value that fits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = encodeUtf8(JSON.stringify(value)).byteLength;
        expect(exceedsJsonSize(value as JsonValue, bytes)).toBe(false);
      }),
    );
  });

  it("says so of texts, lists and maps that are too long", () => {
    expect(exceedsJsonSize("x".repeat(100), 101)).toBe(true);
    expect(exceedsJsonSize(Array<number>(100).fill(1), 200)).toBe(true);
    expect(exceedsJsonSize({ a: "x", b: "y" }, 16)).toBe(true);
    expect(exceedsJsonSize({ a: "x", b: "y" }, 17)).toBe(false);
  });
});
