import { fieldPath, type JsonObject, printFieldErrors } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { fieldRules } from "./field-rules.ts";

function errorsOf(rule: string, object: JsonObject, field = "a"): string {
  return printFieldErrors(fieldRules({ [field]: rule })(object, fieldPath("spec")));
}

const LABEL = "a lowercase RFC 1123 label must consist of";

describe("fieldRules()", () => {
  it.each<[rule: string, value: JsonObject, error: string]>([
    ["required", {}, "spec.a: Required value"],
    ["required", { a: "" }, "spec.a: Required value"],
    ["required", { a: [] }, "spec.a: Required value"],
    ["required", { a: "x" }, ""],
    ["required;label", {}, "spec.a: Required value"],
    ["required;label", { a: "A" }, `spec.a: Invalid value: "A": ${LABEL}`],
    ["label", {}, `spec.a: Invalid value: "": ${LABEL}`],
    ["optional;label", {}, ""],
    ["optional;label", { a: "" }, ""],
    ["pointer;label", {}, ""],
    ["pointer;label", { a: null }, ""],
    ["pointer;label", { a: "" }, `spec.a: Invalid value: "": ${LABEL}`],
    ["subdomain", { a: "a.b" }, ""],
    ["subdomain", { a: "a_b" }, 'spec.a: Invalid value: "a_b": a lowercase RFC 1123 subdomain must consist of'],
    ["qualifiedName", { a: "example.com/a" }, ""],
    ["qualifiedName", { a: "a/b/c" }, 'spec.a: Invalid value: "a/b/c": a valid label key must consist of'],
    ["segment", { a: ".." }, "spec.a: Invalid value: \"..\": may not be '..'"],
    ["enum=B|A", { a: "A" }, ""],
    ["enum=B|A", {}, 'spec.a: Unsupported value: "": supported values: "B", "A"'],
    ["count", {}, ""],
    ["count", { a: -1 }, "spec.a: Invalid value: -1: must be greater than or equal to 0"],
    ["positive", {}, "spec.a: Invalid value: 0: must be greater than zero"],
    ["pointer;positive", {}, ""],
    ["range=1..3", { a: 4 }, "spec.a: Invalid value: 4: must be between 1 and 3, inclusive"],
    ["range=1..3", { a: 3 }, ""],
    ["port", { a: 0 }, "spec.a: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ["port", { a: "http" }, ""],
  ])("%s of %j says %j", (rule, value, error) => {
    const printed = errorsOf(rule, value);
    expect(error === "" ? printed : printed.replace(/^\[/, "").slice(0, error.length)).toBe(error);
  });

  it("looks into structs that are there", () => {
    expect(errorsOf("required", { a: {} }, "a.b")).toBe("spec.a.b: Required value");
    expect(errorsOf("required", {}, "a.b")).toBe("");
  });

  it("reports errors in the order of the rules", () => {
    const check = fieldRules({ b: "required", a: "required" });
    expect(check({}, fieldPath()).map(({ field }) => field)).toEqual(["b", "a"]);
  });

  it("throws for a word that it does not know", () => {
    expect(() => errorsOf("lable", {})).toThrow('field a: "lable" is not a word of field rules');
  });
});
