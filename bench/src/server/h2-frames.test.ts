import { describe, expect, it } from "vitest";
import { readStatus } from "./h2-frames.ts";

describe("readStatus()", () => {
  it.each([
    ["an entry of the static table", "8800", 200],
    ["an entry behind a change of the table's size", "208e00", 500],
    ["a literal in plain digits", "0803323031", 201],
    ["a literal in Huffman code, as Go writes it", "0e82100300", 201],
    ["a literal that is to be remembered", "4803343034", 404],
    ["anything else", "7f", 0],
  ])("reads %s", (_, hex, expected) => {
    expect(readStatus(Buffer.from(hex, "hex"))).toBe(expected);
  });
});
