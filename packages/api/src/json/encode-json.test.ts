import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { anyJsonValue } from "../testing/any-json-value.ts";
import type { JsonObject, JsonValue } from "../value/json-value.ts";
import { decodeJson, parseJson } from "./decode-json.ts";
import { encodeJson, printJson } from "./encode-json.ts";

describe("printJson()", () => {
  it.each([
    ["1.0", "1"],
    ["1e3", "1000"],
    ["1E+2", "100"],
    ["1e21", "1e+21"],
    ["1e-7", "1e-7"],
    ["-0", "0"],
    ["100000000000000000000", "100000000000000000000"],
    ["9223372036854775808", "9223372036854776000"],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
  ])("prints %s as %s", (text, printed) => {
    expect(printJson(parseJson(text).value)).toBe(printed);
  });

  it("prints int64 values among others", () => {
    const value: JsonValue = { a: [1, 9007199254740993n, "x", null, true, {}, []], "q\"'": { b: -9007199254740993n } };
    const printed = `{"a":[1,9007199254740993,"x",null,true,{},[]],"q\\"'":{"b":-9007199254740993}}`;
    expect(printJson(value)).toBe(printed);
    expect(printJson(value, { hasBigInts: true })).toBe(printed);
  });

  it("indents by two spaces, with and without int64 values", () => {
    const value = { a: [1, { b: "x" }], c: {}, d: [] };
    const pretty = '{\n  "a": [\n    1,\n    {\n      "b": "x"\n    }\n  ],\n  "c": {},\n  "d": []\n}';
    expect(printJson(value, { pretty: true })).toBe(pretty);
    expect(printJson(value, { pretty: true, hasBigInts: true })).toBe(pretty);
  });

  describe("where bigint was taught to print itself", () => {
    const prototype = BigInt.prototype as { toJSON?: () => string };
    afterEach(() => {
      delete prototype.toJSON;
    });

    it("prints it as a number all the same", () => {
      prototype.toJSON = () => "taught";
      expect(printJson({ a: 9007199254740993n })).toBe('{"a":9007199254740993}');
    });
  });
});

describe("encodeJson()", () => {
  it("is undone by decodeJson()", () => {
    fc.assert(
      fc.property(anyJsonValue, fc.boolean(), (value, pretty) => {
        const decoded = decodeJson(encodeJson(value, { pretty }));
        expect(decoded.value).toEqual(value);
        expect(decoded.duplicates).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps keys that mean something to JavaScript", () => {
    const value = JSON.parse('{"__proto__":1,"constructor":2,"toJSON":"x","hasOwnProperty":null}') as JsonObject;
    value.big = 9007199254740993n;
    expect(Object.entries(decodeJson(encodeJson(value)).value as object)).toEqual(Object.entries(value));
  });
});
