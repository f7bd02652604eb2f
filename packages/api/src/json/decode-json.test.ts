import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8, encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeJson, decodeJsonSlices, parseJson } from "./decode-json.ts";
import { printJson } from "./encode-json.ts";
import { JsonSyntaxError, type JsonSyntaxFault } from "./json-syntax-error.ts";
import { parseLosslessJson } from "./parse-lossless-json.ts";

function errorOf(read: () => unknown): JsonSyntaxError {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return error;
    }
    throw error;
  }
  throw new Error("was read without an error");
}

describe("decodeJson()", () => {
  it("takes the last of two fields of one name, or lays objects over each other", () => {
    const text = '{"d":{"a":1,"o":{"x":1}},"d":{"b":2,"o":{"y":2}},"l":[1],"l":[2],"d":{"a":3}}';
    expect(parseJson(text)).toMatchObject({ value: { d: { a: 3 }, l: [2] }, duplicates: ["d", "l"] });
    expect(parseJson(text, { mergesDuplicates: true }).value).toEqual({
      d: { a: 3, b: 2, o: { x: 1, y: 2 } },
      l: [2],
    });
  });

  it.each<[string, JsonValue]>([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9223372036854775807", 9223372036854775807n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9223372036854775808", 2 ** 63],
    ["-9223372036854775809", -(2 ** 63)],
    ["9007199254740993.0", 9007199254740992],
    ["1234567890123456e2", 123456789012345600],
    ["0.12345678901234567890", 0.12345678901234568],
    ["1.0", 1],
    ["1e3", 1000],
    ["1e-400", 0],
    ["1e308", 1e308],
  ])("reads the number %s", (text, value) => {
    const decoded = parseJson(`{"a":[${text}]}`);
    expect(decoded.value).toEqual({ a: [value] });
    expect(decoded.hasBigInts).toBe(typeof value === "bigint");
  });

  it.each<[string, string[]]>([
    ['{"a":1,"b":{"a":1}}', []],
    ['{"a":1,"a":2}', ["a"]],
    ['{"spec":{"a":1,"a":2,"a":3}}', ["spec.a"]],
    ['{"spec":{"list":[{"a":1},{"b":1,"b":1}]}}', ["spec.list[1].b"]],
    ['[{"op":"add","value":1,"value":2}]', ["[0].value"]],
    ['{"a":[[{"b":1,"b":1}]]}', ["a[0][0].b"]],
    ['{"z":{"y":1,"y":1},"a":1,"z":{"x":1,"x":1},"a":1}', ["z.y", "z", "z.x", "a"]],
    ['{"":{"x":1,"x":1}}', [".x"]],
    ['{"a.b":{"c":1,"c":1}}', ["a.b.c"]],
    ['{"a":1,"\\u0061":2}', ["a"]],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
    ['{"n":9007199254740993,"n":1}', ["n"]],
  ])("names the duplicates of %s", (text, duplicates) => {
    expect(parseJson(text).duplicates).toEqual(duplicates);
  });

  it("names at most a hundred duplicates", () => {
    const twice = Array.from({ length: 150 }, (_, i) => `"k${i}":1,"k${i}":2`);
    expect(parseJson(`{${twice.join()}}`).duplicates).toHaveLength(100);
  });

  it("lets the last of several equal keys win", () => {
    expect(parseJson('{"a":1,"b":2,"a":{"c":3}}').value).toEqual({ a: { c: 3 }, b: 2 });
  });

  it.each(['{"__proto__":{"a":1},"b":1}', '{"__proto__":{"a":1},"b":9007199254740993}'])(
    "keeps __proto__ as data in %s",
    (text) => {
      const value = parseJson(text).value as object;
      expect(Object.keys(value)).toEqual(["__proto__", "b"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    },
  );

  it.each<[string, readonly number[], string]>([
    ["a byte that starts nothing", [0x22, 0x61, 0xff, 0x22], "a\ufffd"],
    ["each byte of a character cut short", [0x22, 0xe2, 0x82, 0x22], "\ufffd\ufffd"],
    ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22], "\ufffd\ufffd\ufffd"],
  ])("replaces %s", (_name, bytes, value) => {
    expect(decodeJson(Uint8Array.from(bytes)).value).toBe(value);
  });

  it.each([
    ['"\\ud800"', "\ufffd"],
    ['"\\udc00\\ud83d\\ude00\\uD83Dx"', "\ufffd😀\ufffdx"],
    ['"\ud800"', "\ufffd"],
    ['"\\ud7ff\\ue000"', "\ud7ff\ue000"],
  ])("makes the string %s well-formed", (text, value) => {
    expect(parseJson(text).value).toBe(value);
  });

  it.each([
    ["", "unexpected end of JSON input", 1, 1],
    ['{"apiVersion":', "unexpected end of JSON input", 1, 15],
    ['{"a":"b', "unexpected end of JSON input", 1, 8],
    ["not json", "invalid character 'o' in literal null (expecting 'u')", 1, 2],
    ["apiVersion: v1", "invalid character 'a' looking for beginning of value", 1, 1],
    ['{"a":1,\n}', "invalid character '}' looking for beginning of object key string", 2, 1],
    ["{}\n {}", "invalid character '{' after top-level value", 2, 2],
    ['{"é":1 x', "invalid character 'x' after object key:value pair", 1, 8],
    ['{"a" 1}', "invalid character '1' after object key", 1, 6],
    ["[1 2]", "invalid character '2' after array element", 1, 4],
    ["[01]", "invalid character '1' after array element", 1, 3],
    ["[1,]", "invalid character ']' looking for beginning of value", 1, 4],
    ["['a']", "invalid character '\\'' looking for beginning of value", 1, 2],
    ['{"a":"\t"}', "invalid character '\\t' in string literal", 1, 7],
    ['"\\x"', "invalid character 'x' in string escape code", 1, 3],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape", 1, 6],
    ["-", "invalid character ' ' in numeric literal", 1, 2],
    ["1.x", "invalid character 'x' after decimal point in numeric literal", 1, 3],
    ["1e", "invalid character ' ' in exponent of numeric literal", 1, 3],
    ["\ufeff{}", "invalid character 'ï' looking for beginning of value", 1, 1],
    ["[1e400]", "json: cannot unmarshal number 1e400 into Go value of type float64", 1, 2],
    ["[1e400", "unexpected end of JSON input", 1, 7],
  ])("refuses %j as Kubernetes does", (text, message, line, column) => {
    expect(errorOf(() => parseJson(text))).toMatchObject({ message, line, column });
  });

  it("counts the offset of an error in bytes", () => {
    expect(errorOf(() => parseJson('{"é":x'))).toMatchObject({ offset: 6, column: 6 });
  });

  it("reads a nesting of 1,000 and refuses 1,001", () => {
    expect(parseJson("[".repeat(1000) + "]".repeat(1000)).duplicates).toEqual([]);
    const error = errorOf(() => parseJson("[".repeat(1001) + "]".repeat(1001)));
    expect(error).toMatchObject({ fault: "depth", offset: 1000, message: "invalid character '[' exceeded max depth" });
  });

  it("refuses a million opening brackets without overflowing the stack", () => {
    expect(errorOf(() => parseJson('{"a":['.repeat(400_000))).fault).toBe("depth");
    expect(errorOf(() => parseJson("[".repeat(1_000_000))).fault).toBe("depth");
  });

  it("refuses what is longer than allowed, in bytes", () => {
    expect(errorOf(() => parseJson('"éé"', { maxBytes: 5 }))).toMatchObject({ fault: "size", message: "limit is 5" });
    expect(parseJson('"éé"', { maxBytes: 6 }).value).toBe("éé");
  });
});

const brackets = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  '"a"',
  '"b":',
  "1",
  "-",
  ".",
  "e9",
  "0",
  " ",
  "true",
  "null",
];
const nearJson = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.array(fc.constantFrom(...brackets), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.tuple(fc.json({ maxDepth: 2 }), fc.nat(), fc.constantFrom(...brackets)).map(([text, place, part]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + part + text.slice(at + 1);
  }),
);

describe("the two parsers of JSON", () => {
  it("accept the same texts, and read the same from them but for what a double cannot hold", () => {
    fc.assert(
      fc.property(nearJson, (text) => {
        const bytes = encodeUtf8(text);
        const expected = parseOrFault(decodeUtf8(bytes));
        if (typeof expected === "string") {
          expect(errorOf(() => parseLosslessJson(bytes)).fault).toBe(expected);
        } else {
          expect(JSON.parse(printJson(parseLosslessJson(bytes).value))).toEqual(expected.value);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function parseOrFault(text: string): JsonSyntaxFault | { readonly value: unknown } {
  let hasInfinity = false;
  try {
    const value: unknown = JSON.parse(text, (_key, item: unknown) => {
      hasInfinity ||= item === Infinity || item === -Infinity;
      return Object.is(item, -0) ? 0 : item;
    });
    return hasInfinity ? "number" : { value };
  } catch {
    return "syntax";
  }
}

describe("decodeJsonSlices()", () => {
  it("returns what decodeJson() does", () => {
    const run = (text: string) => {
      const slices = decodeJsonSlices(encodeUtf8(text));
      for (let step = slices.next(); ; step = slices.next()) {
        if (step.done) {
          return step.value;
        }
      }
    };
    for (const text of ['{"a":[1,{"b":null}]}', '{"a":1,"a":2}', "9007199254740993", "[[]]"]) {
      expect(run(text)).toEqual(parseJson(text));
    }
    for (const text of ['{"a":', "", "[".repeat(2000)]) {
      expect(errorOf(() => run(text))).toEqual(errorOf(() => parseJson(text)));
    }
  });
});
