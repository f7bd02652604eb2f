import { describe, expect, it } from "vitest";
import type { JsonValue } from "../value/json-value.ts";
import { goTypeOf, printGoSyntax, printGoValue } from "./print-go-value.ts";

describe("a decoded JSON value in Go's words", () => {
  it.each<[JsonValue, string, string, string]>([
    [null, "<nil>", "<nil>", "interface {}(nil)"],
    [true, "bool", "true", "true"],
    [5, "int64", "5", "5"],
    [1.5, "float64", "1.5", "1.5"],
    [9007199254740993n, "int64", "9007199254740993", "9007199254740993"],
    ["a b", "string", "a b", '"a b"'],
    [["x", 1], "[]interface {}", "[x 1]", '[]interface {}{"x", 1}'],
    [
      { b: [], a: "x" },
      "map[string]interface {}",
      "map[a:x b:[]]",
      'map[string]interface {}{"a":"x", "b":[]interface {}{}}',
    ],
  ])("is printed by type, %%v and %%#v: %o", (value, type, plain, syntax) => {
    expect([goTypeOf(value), printGoValue(value), printGoSyntax(value)]).toEqual([type, plain, syntax]);
  });
});
