import { describe, expect, it } from "vitest";
import { erasePointer, readPointer } from "./pointer.ts";

describe("readPointer()", () => {
  it.each([
    { pointer: "/a/0/b", found: 1 },
    { pointer: "/x~1y", found: 2 },
    { pointer: "/a/1", found: undefined },
    { pointer: "/toString", found: undefined },
    { pointer: "/a/0/b/c", found: undefined },
  ])("finds $found at $pointer", ({ pointer, found }) => {
    expect(readPointer({ a: [{ b: 1 }], "x/y": 2 }, pointer)).toBe(found);
  });
});

describe("erasePointer()", () => {
  it("takes out what the pointer names, in every member where it has a star", () => {
    const value = { items: [{ a: 1, b: 1 }, { a: 2 }, null] };
    erasePointer(value, "/items/*/a");
    erasePointer(value, "/nothing/here");
    expect(value).toEqual({ items: [{ b: 1 }, {}, null] });
  });
});
