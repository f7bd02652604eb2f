import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeAscii, decodeBytewise, decodeUtf8, encodeUtf8 } from "./text-bytes.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(["with Buffer", "without Buffer"])("texts and bytes %s", (platform) => {
  const prepare = () => {
    if (platform === "without Buffer") {
      vi.stubGlobal("Buffer", undefined);
    }
  };

  it("convert into each other", () => {
    prepare();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text);
      }),
    );
  });

  it("keep a byte order mark", () => {
    prepare();
    expect(decodeUtf8(encodeUtf8("\ufeffa"))).toBe("\ufeffa");
  });

  it.each<[readonly number[], string]>([
    [[0x61, 0x80, 0x62], "a\ufffdb"],
    [[0xc0, 0x80], "\ufffd\ufffd"],
    [[0xe0, 0x80, 0x80], "\ufffd\ufffd\ufffd"],
    [[0xe2, 0x82, 0x61], "\ufffd\ufffda"],
    [[0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
    [[0xf0, 0x9f, 0x98, 0x80, 0xf5], "😀\ufffd"],
    [[0xef, 0xbf, 0xbd, 0xff], "\ufffd\ufffd"],
  ])("replace each wrong byte of %j", (bytes, text) => {
    prepare();
    expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text);
  });

  it("respect a view's bounds", () => {
    prepare();
    const view = encodeUtf8("abcdef").subarray(2, 4);
    expect([decodeUtf8(view), decodeAscii(view), decodeBytewise(view)]).toEqual(["cd", "cd", "cd"]);
  });

  it("keep the number of bytes in a bytewise string", () => {
    prepare();
    const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i & 0xff);
    const text = decodeBytewise(bytes);
    expect(Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))).toEqual(bytes);
  });
});
