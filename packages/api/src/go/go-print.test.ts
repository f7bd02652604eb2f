import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareGoStrings, isGoPrintable, printGoJson, printGoNumber, quoteGo, quoteGoBytes } from "./go-print.ts";

describe("quoteGo()", () => {
  it.each([
    ["plain 'text' `too`", "\"plain 'text' `too`\""],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ["\x07\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'],
    ["a\x7fb\0", '"a\\x7fb\\x00"'],
    ["é日本😀\u0300", '"é日本😀\u0300"'],
    ["\u00a0\u200b\u2028\u00ad\ufeff\u0085\ue000\u3000", '"\\u00a0\\u200b\\u2028\\u00ad\\ufeff\\u0085\\ue000\\u3000"'],
    ["\u{e0001}\u{10ffff}", '"\\U000e0001\\U0010ffff"'],
    ["\ud800", '"\ufffd"'],
  ])("quotes %j", (text, quoted) => {
    expect(quoteGo(text)).toBe(quoted);
  });
});

describe("quoteGoBytes()", () => {
  it("escapes by byte, and leaves DEL alone", () => {
    expect(quoteGoBytes('é"\\\n\x7f')).toBe('"\\xc3\\xa9\\"\\\\\\x0a\x7f"');
    expect(quoteGoBytes("%41")).toBe('"%41"');
    expect(quoteGoBytes("\ud800")).toBe('"\\xef\\xbf\\xbd"');
  });
});

describe("isGoPrintable()", () => {
  it("takes the plain space for printable, and no other", () => {
    expect([" ", "\u00a0", "\t", "a", "\u0301"].map(isGoPrintable)).toEqual([true, false, false, true, true]);
  });
});

describe("printGoNumber()", () => {
  it.each([
    [0, "0"],
    [1_000_000, "1000000"],
    [-9007199254740991, "-9007199254740991"],
    [2n ** 63n - 1n, "9223372036854775807"],
    [1.5, "1.5"],
    [123456.5, "123456.5"],
    [1234567.5, "1.2345675e+06"],
    [4294967296.5, "4.2949672965e+09"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1e20, "1e+20"],
    [1.5e300, "1.5e+300"],
  ])("prints %s", (value, text) => {
    expect(printGoNumber(value)).toBe(text);
  });
});

describe("printGoJson()", () => {
  it("sorts keys by code point and escapes what Go's encoder escapes", () => {
    const value = JSON.parse('{"\\uffff":1,"\\ud83d\\ude00":2,"b":"<>&\\u2028","a":[null,true,1.5],"__proto__":{}}');
    expect(printGoJson(value)).toBe(
      '{"__proto__":{},"a":[null,true,1.5],"b":"\\u003c\\u003e\\u0026\\u2028","\uffff":1,"😀":2}',
    );
  });

  it("prints large integers in full and lone surrogates as the replacement character", () => {
    expect(printGoJson([2n ** 62n, "\udc00"])).toBe('[4611686018427387904,"\ufffd"]');
  });

  it("prints text that reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme", maxDepth: 3 }), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(printGoJson(plain))).toEqual(plain);
      }),
    );
  });
});

describe("compareGoStrings()", () => {
  it("orders as UTF-8 bytes do", () => {
    expect(["\u{10000}", "\uffff", "a", "ab", "", "\ue000", "é"].sort(compareGoStrings)).toEqual([
      "",
      "a",
      "ab",
      "é",
      "\ue000",
      "\uffff",
      "\u{10000}",
    ]);
  });

  it("is an order by code points", () => {
    const points = (text: string) => [...text].map((char) => char.codePointAt(0) as number);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(Math.sign(compareGoStrings(a, b))).toBe(compareLists(points(a), points(b)));
      }),
    );
  });
});

function compareLists(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i === -1 ? Math.sign(a.length - b.length) : i >= b.length ? 1 : Math.sign((a[i] as number) - (b[i] as number));
}
