import { type JsonObject, printFieldError, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "../parse-schema.ts";
import { checkRuleSyntax } from "./validations.ts";

const fields: JsonObject = {
  type: "object",
  properties: {
    n: { type: "integer" },
    "a.b": { type: "object", properties: { "it's": { type: "string" } } },
    map: { type: "object", additionalProperties: { type: "object", properties: { x: { type: "string" } } } },
    any: { type: "object", additionalProperties: true },
    list: { type: "array", items: { type: "string" } },
  },
};

function errorsOf(rule: JsonObject, schema: JsonObject = fields): string[] {
  const given = { ...schema, "x-kubernetes-validations": [{ rule: "true" }, rule] };
  return checkRuleSyntax(parseJsonSchema(given).schema, rootPath).map(printFieldError);
}

describe("checkRuleSyntax()", () => {
  const refused: readonly (readonly [rule: JsonObject, error: string])[] = [
    [{}, "rule: Required value: rule is not specified"],
    [{ rule: " \n" }, "rule: Required value: rule is not specified"],
    [{ rule: "true", message: " " }, 'message: Invalid value: " ": must be non-empty if specified'],
    [{ rule: "true", message: "a\nb" }, 'message: Invalid value: "a\\nb": must not contain line breaks'],
    [{ rule: "a\n|| b" }, "message: Required value: message must be specified if rule contains line breaks"],
    [
      { rule: "true", messageExpression: " " },
      "messageExpression: Required value: messageExpression must be non-empty if specified",
    ],
    [
      { rule: "true", reason: "Because" },
      'reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
    [{ rule: "true", fieldPath: ".nope" }, 'fieldPath: Invalid value: ".nope": must be a valid path'],
  ];
  it.each(refused)("refuses %j", (rule, error) => {
    expect(errorsOf(rule)).toEqual([`x-kubernetes-validations[1].${error}`]);
  });

  const accepted: readonly JsonObject[] = [
    { rule: "true", message: "m\n" },
    { rule: "a\n|| b", message: "m" },
    { rule: "true", message: "", reason: "FieldValueDuplicate" },
  ];
  it.each(accepted)("accepts %j", (rule) => {
    expect(errorsOf(rule)).toEqual([]);
  });

  const paths: readonly (readonly [path: string, isValid: boolean])[] = [
    [".n", true],
    ["['n']", true],
    ["['a.b']['it\\'s']", true],
    [".map.anything", true],
    [".map['some.key'].x", true],
    [".any.x", true],
    ["n", false],
    [".", false],
    [".n.", false],
    [".n.x", false],
    ["[n]", false],
    ["['n'", false],
    ["['n')", false],
    ["['\\q']", false],
    ["['n", false],
    [".list[0]", false],
    [".any.x.y", false],
    [".map.key.y", false],
    [".toString", false],
  ];
  it.each(paths)("judges the field path %s", (fieldPath, isValid) => {
    expect(errorsOf({ rule: "true", fieldPath })).toHaveLength(isValid ? 0 : 1);
  });

  it("takes any field path for a schema that is not structural at all", () => {
    expect(errorsOf({ rule: "true", fieldPath: "nonsense" }, { $ref: "x" })).toEqual([]);
  });

  it("says all that is wrong with a blank field path", () => {
    expect(errorsOf({ rule: "true", fieldPath: "\n" })).toHaveLength(3);
  });
});
