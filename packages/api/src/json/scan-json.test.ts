import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJsonValue } from "../testing/any-json-value.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { encodeJson } from "./encode-json.ts";
import { scanJson } from "./scan-json.ts";

function countKeys(value: JsonValue): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item as JsonValue), own);
}

function depthOf(value: JsonValue): number {
  return typeof value === "object" && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((item) => depthOf(item as JsonValue)))
    : 0;
}

describe("scanJson()", () => {
  it("counts the keys and the depth of any value", () => {
    fc.assert(
      fc.property(anyJsonValue, fc.boolean(), (value, pretty) => {
        expect(scanJson(encodeJson(value, { pretty }))).toMatchObject({
          keys: countKeys(value),
          depth: depthOf(value),
        });
      }),
      { numRuns: 300 },
    );
  });

  it("counts a repeated key each time", () => {
    expect(scanJson(encodeUtf8('{"a":1,"a:b{":2,"a":{"\\":{":[]}}')).keys).toBe(4);
  });

  it.each<[string, boolean]>([
    ["123456789012345", false],
    ["1234567890123456", true],
    ["0.1234567890123456", false],
    ["1234567890123456.5", true],
    ["1e99", false],
    ["1e100", true],
    ["1E+100", true],
    ["1e-100", true],
    ["-100", false],
    ['"1234567890123456"', false],
    ['"\\u00e9\\ue000\\ud7ff"', false],
    ['"\\ud83d\\ude00"', true],
    ['"\\\\ud83d"', false],
  ])("says of %s whether it has pitfalls: %s", (text, hasPitfalls) => {
    expect(scanJson(encodeUtf8(`[${text}]`)).hasPitfalls).toBe(hasPitfalls);
  });

  it.each<[string, boolean]>([
    ['{"a":"b"}', true],
    ['{"a":"é"}', false],
    ["\ufeff1", false],
  ])("says of %s whether it is ASCII: %s", (text, isAscii) => {
    expect(scanJson(encodeUtf8(text)).isAscii).toBe(isAscii);
  });
});
