import { describe, expect, it } from "vitest";
import { createKeySpace } from "./key-space.ts";

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

describe("createKeySpace()", () => {
  it.each([
    ["/registry", "/registry/pods/a"],
    ["registry", "/registry/pods/a"],
    ["/clusters/one/", "/clusters/one/pods/a"],
    ["/", "/pods/a"],
    ["", "/pods/a"],
  ])("keeps keys under the prefix %j", (prefix, expected) => {
    const keys = createKeySpace(prefix);
    expect(text(keys.toEtcd("/registry/pods/a"))).toBe(expected);
    expect(keys.fromEtcd(Buffer.from(expected))).toBe("/registry/pods/a");
  });

  it.each(["/registry", "/registry/", "/registry2/a", "a", "/registry/~kiln/marker"])("refuses the key %j", (key) => {
    expect(() => createKeySpace("/registry").toEtcd(key)).toThrow("/registry/");
  });

  it.each([
    ["/registry/pods/", "/registry/pods/", "/kiln/pods/", "/kiln/pods0"],
    ["/registry/pods/", "/registry/pods/x", "/kiln/pods/x", "/kiln/pods0"],
    ["/registry/pods", "/registry/pods", "/kiln/pods", "/kiln/podt"],
    ["", "", "/kiln/", "/kiln0"],
    ["/reg", "/reg", "/kiln/", "/kiln0"],
    ["/other", "/other", undefined, undefined],
    ["/registry/pods/", "/registry/q", undefined, undefined],
  ])("finds the bounds of %j from %j on", (prefix, first, key, end) => {
    const range = createKeySpace("/kiln").rangeOf(prefix, first);
    expect([text(range?.key), text(range?.rangeEnd)]).toEqual([key, end]);
  });
});
