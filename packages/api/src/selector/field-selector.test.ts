import { describe, expect, it } from "vitest";
import {
  type FieldRequirement,
  matchesFieldSelector,
  parseFieldSelector,
  requiredFieldValue,
} from "./field-selector.ts";

function parse(text: string): readonly FieldRequirement[] {
  const parsed = parseFieldSelector(text);
  if (parsed.error !== undefined) {
    throw new Error(parsed.error);
  }
  return parsed.value;
}

describe("parseFieldSelector()", () => {
  it.each([
    ["", []],
    [",,", []],
    ["=", []],
    ["a=b", [{ field: "a", operator: "=", value: "b" }]],
    ["a==b", [{ field: "a", operator: "=", value: "b" }]],
    ["a!=b", [{ field: "a", operator: "!=", value: "b" }]],
    ["a=", [{ field: "a", operator: "=", value: "" }]],
    ["a=x\\,y\\=z\\\\", [{ field: "a", operator: "=", value: "x,y=z\\" }]],
    [
      "b=2,a=1",
      [
        { field: "a", operator: "=", value: "1" },
        { field: "b", operator: "=", value: "2" },
      ],
    ],
  ])("reads %j", (text, value) => {
    expect(parseFieldSelector(text)).toEqual({ value });
  });

  it.each([
    ["metadata.name", "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ["a=b,c", "invalid selector: 'a=b,c'; can't understand 'c'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
    ["a=\\x", "invalid field selector: invalid escape sequence: \\x"],
    ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
  ])("refuses %j", (text, error) => {
    expect(parseFieldSelector(text)).toEqual({ error });
  });
});

describe("matchesFieldSelector()", () => {
  const lookup = (field: string) => (field === "a" ? "x" : undefined);
  it.each([
    ["", true],
    ["a=x", true],
    ["a!=x", false],
    ["a=y", false],
    ["b=", true],
    ["b!=", false],
    ["a=x,b!=z", true],
  ])("%j: %j", (text, expected) => {
    expect(matchesFieldSelector(parse(text), lookup)).toBe(expected);
  });
});

describe("requiredFieldValue()", () => {
  it("finds the one value a field must have", () => {
    const selector = parse("metadata.name=a,spec.x!=b");
    expect(requiredFieldValue(selector, "metadata.name")).toBe("a");
    expect(requiredFieldValue(selector, "spec.x")).toBeUndefined();
    expect(requiredFieldValue(selector, "other")).toBeUndefined();
  });
});
