import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each(["with Buffer", "without Buffer"])("texts and bytes %s", (platform) => {
  // The module looks the global up once.
  const prepare = async () => {
    if (platform === "without Buffer") {
      vi.stubGlobal("Buffer", undefined);
    }
    vi.resetModules();
    return import("./text-bytes.ts");
  };

  it("convert into each other", async () => {
    const texts = await prepare();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(texts.decodeUtf8(texts.encodeUtf8(text))).toBe(text);
      }),
    );
  });

  it("convert into each other with one character per byte", async () => {
    const texts = await prepare();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 10_000 }), (bytes) => {
        expect([...texts.encodeBytewise(texts.decodeBytewise(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it("keep a byte order mark", async () => {
    const texts = await prepare();
    expect(texts.decodeUtf8(texts.encodeUtf8("\ufeffa"))).toBe("\ufeffa");
  });

  it.each<[readonly number[], string]>([
    [[0x61, 0x80, 0x62], "a\ufffdb"],
    [[0xc0, 0x80], "\ufffd\ufffd"],
    [[0xe0, 0x80, 0x80], "\ufffd\ufffd\ufffd"],
    [[0xe2, 0x82, 0x61], "\ufffd\ufffda"],
    [[0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
    [[0xf0, 0x9f, 0x98, 0x80, 0xf5], "😀\ufffd"],
    [[0xef, 0xbf, 0xbd, 0xff], "\ufffd\ufffd"],
  ])("replace each wrong byte of %j", async (bytes, text) => {
    const texts = await prepare();
    expect(texts.decodeUtf8(Uint8Array.from(bytes))).toBe(text);
  });

  it("respect a view's bounds", async () => {
    const texts = await prepare();
    const view = texts.encodeUtf8("abcdef").subarray(2, 4);
    expect([texts.decodeUtf8(view), texts.decodeAscii(view), texts.decodeBytewise(view)]).toEqual(["cd", "cd", "cd"]);
  });

  it("keep the number of bytes in a bytewise string", async () => {
    const texts = await prepare();
    const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i & 0xff);
    const text = texts.decodeBytewise(bytes);
    expect(Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))).toEqual(bytes);
  });

  it("write text of any characters into a buffer, without bytes beside it", async () => {
    const texts = await prepare();
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constant("a\ud800b")), (text) => {
        const size = texts.utf8Size(text);
        const bytes = new Uint8Array(size + 2).fill(7);
        texts.writeUtf8(bytes, text, 1, size);
        expect([...bytes]).toEqual([7, ...texts.encodeUtf8(text), 7]);
      }),
    );
  });
});
