import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "../parse-schema.ts";
import { printGoSchema } from "./print-go-schema.ts";

function print(json: Parameters<typeof parseJsonSchema>[0]): string {
  return printGoSchema(parseJsonSchema(json).schema);
}

describe("printGoSchema()", () => {
  it("prints every field in Go's order, whether it is given or not", () => {
    const printed = print({ type: "object", nullable: true });
    expect(printed).toMatch(
      /^\{"ID":"","Schema":"","Ref":null,"Description":"","Type":"object","Nullable":true,"Format":"",/,
    );
    expect(printed).toMatch(/,"XListMapKeys":null,"XListType":null,"XMapType":null,"XValidations":null\}$/);
    expect(Object.keys(JSON.parse(printed))).toHaveLength(44);
  });

  it.each([
    ["Properties", { properties: { b: {}, a: { type: "string" } } }, { a: { Type: "string" }, b: { Type: "" } }],
    ["Items", { items: { type: "string" } }, { Schema: { Type: "string" }, JSONSchemas: null }],
    ["Items", { items: [{ type: "string" }] }, { Schema: null, JSONSchemas: [{ Type: "string" }] }],
    ["AdditionalProperties", { additionalProperties: false }, { Allows: false, Schema: null }],
    [
      "AdditionalProperties",
      { additionalProperties: { type: "string" } },
      { Allows: true, Schema: { Type: "string" } },
    ],
    ["Dependencies", { dependencies: { a: ["b"] } }, { a: { Schema: null, Property: ["b"] } }],
    ["ExternalDocs", { externalDocs: { url: "u" } }, { Description: "", URL: "u" }],
    ["Enum", { enum: [1, { b: "<" }] }, [1, { b: "<" }]],
    ["Maximum", { maximum: 1.5 }, 1.5],
    ["Not", { not: { required: ["a"] } }, { Required: ["a"] }],
    [
      "XValidations",
      { "x-kubernetes-validations": [{ rule: "r", optionalOldSelf: true }] },
      [{ Rule: "r", Message: "", MessageExpression: "", Reason: null, FieldPath: "", OptionalOldSelf: true }],
    ],
  ])("prints %s", (name, schema, expected) => {
    expect(JSON.parse(print(schema))).toMatchObject({ [name]: expected });
  });

  it("sorts maps, and escapes as Go's encoder does", () => {
    expect(print({ properties: { b: {}, a: {} } })).toMatch(/"Properties":\{"a":.*"b":/);
    expect(print({ description: "<" })).toContain('"Description":"\\u003c"');
  });
});
