import { encodeUtf8, isJsonObject, type JsonValue, printJson } from "@kiln/api";
import { createProtobufReader, takeBytes } from "@kiln/api/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFieldSet } from "./read-field-set.ts";
import { writeFieldSet } from "./write-field-set.ts";
import { createMessageWriter } from "./write-message.ts";

const anyName = fc.oneof(
  fc.constantFrom("f:spec", 'k:{"type":"Ready"}', ".", "__proto__", "a\\b", "line\nbreak", "é", "\ud800", "0"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
function anySetOf(levels: number): fc.Arbitrary<JsonValue> {
  const inner = levels === 0 ? fc.constant({}) : anySetOf(levels - 1);
  return fc.dictionary(anyName, inner, { maxKeys: 4 }) as fc.Arbitrary<JsonValue>;
}

const anySet = anySetOf(3);
const anyJson = fc.oneof(
  { weight: 4, arbitrary: anySet },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<JsonValue> },
);

function write(value: JsonValue): Uint8Array {
  const writer = createMessageWriter();
  writeFieldSet(writer, value);
  expect(writer.top).toBe(0);
  return takeBytes(writer);
}

describe("writeFieldSet()", () => {
  it("writes what JSON is printed as", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect([...write(value)]).toEqual([...encodeUtf8(printJson(value))]);
      }),
      { numRuns: 2000 },
    );
  });

  it("writes sets beyond the first size of the buffer", () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f:field-${i}`, { "f:a": {} }]));
    expect([...write(value)]).toEqual([...encodeUtf8(printJson(value))]);
  });
});

describe("readFieldSet()", () => {
  it("reads what JSON.parse() reads, or nothing", () => {
    let sets = 0;
    fc.assert(
      fc.property(anyJson, (value) => {
        const set = readFieldSet(createProtobufReader(encodeUtf8(printJson(value))));
        if (set !== undefined) {
          sets++;
          expect(printJson(set)).toBe(printJson(value));
        }
      }),
      { numRuns: 2000 },
    );
    expect(sets).toBeGreaterThan(200);
  });

  it.each(["{}", '{"f:spec":{}}', '{"f:a":{"k:{\\"type\\":\\"Ready\\"}":{".":{},"v:\\\\":{}}},"f:b":{}}'])(
    "reads %s",
    (text) => {
      expect(readFieldSet(createProtobufReader(encodeUtf8(text)))).toEqual(JSON.parse(text));
    },
  );

  it("reads nothing from mutated bytes that JSON.parse() rejects, and the same from all others", () => {
    const anyChange = fc.record({ at: fc.nat(), byte: fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x5c, 0x7b, 0x7d)) });
    fc.assert(
      fc.property(anySet, fc.array(anyChange, { minLength: 1, maxLength: 3 }), (value, changes) => {
        const bytes = Uint8Array.from(encodeUtf8(printJson(value)));
        for (const { at, byte } of changes) {
          bytes[at % bytes.length] = byte;
        }
        const set = readFieldSet(createProtobufReader(bytes));
        if (set !== undefined) {
          expect(isJsonObject(set) && printJson(set)).toBe(printJson(JSON.parse(Buffer.from(bytes).toString())));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves sets of many levels to the decoder of JSON", () => {
    const deep = '{"f:a":'.repeat(5000) + "{}" + "}".repeat(5000);
    expect(readFieldSet(createProtobufReader(encodeUtf8(deep)))).toBeUndefined();
  });
});
