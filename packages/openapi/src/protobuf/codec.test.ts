import type { JsonValue } from "@kiln/api";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import {
  always,
  any,
  type Codec,
  count,
  double,
  each,
  encodeWith,
  flag,
  inside,
  message,
  named,
  text,
} from "./codec.ts";

describe("the fields of a protobuf message", () => {
  it.each<[string, Codec, JsonValue, string]>([
    ["text", text(1), "ab", "0a026162"],
    ["no text", text(1), "", ""],
    ["text beyond number 15", text(19), "a", "9a010161"],
    ["a flag", flag(8), true, "4001"],
    ["a flag that is false", flag(8), false, ""],
    ["a flag that is false, one of several", always.flag(2), false, "1000"],
    ["a count", count(11), 300, "58ac02"],
    ["a large count", count(1), 2 ** 53, "088080808080808010"],
    ["a double", double(6), 2.5, "310000000000000440"],
    ["a list", each(text(2)), ["a", "b"], "120161120162"],
    ["an empty message", inside(3, message({})), {}, "1a00"],
    ["members by name", named(1, text(1)), { a: "b" }, "0a080a016112030a0162"],
    ["any value", any, { a: 1 }, "12087b2261223a317d0a"],
  ])("holds %s", (_, codec, value, hex) => {
    expect(bytesToHex(encodeWith(codec, value))).toBe(hex);
  });

  it("takes known members and extensions, and leaves out the rest", () => {
    const codec = message({ a: text(1) }, 3);
    expect(bytesToHex(encodeWith(codec, { a: "b", c: "d", "x-e": 1 }))).toBe("0a01621a0b0a03782d6512041202310a");
  });
});
