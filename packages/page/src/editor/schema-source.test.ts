import type { SchemaSource } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { describeSchema } from "./describe-schema.ts";
import { printSchemaType, schemaAt } from "./schema-source.ts";

const PORT = { type: "integer", description: "of the type", minimum: 1, "x-kubernetes-mutability": "Immutable" };
const SOURCE: SchemaSource = {
  root: {
    type: "object",
    properties: {
      ports: { type: "array", items: { allOf: [{ $ref: "#/port" }], description: "of the field" } },
      labels: { type: "object", additionalProperties: { type: "string" } },
      self: { $ref: "#/self" },
    },
  },
  resolve: (reference) =>
    ({ "#/port": PORT, "#/self": { properties: { self: { $ref: "#/self" } } }, "#/loop": { $ref: "#/loop" } })[
      reference
    ],
};

describe("schemaAt()", () => {
  it("follows properties, items, entries of maps and references", () => {
    expect(schemaAt(SOURCE, ["ports", 0])).toMatchObject({ type: "integer", minimum: 1 });
    expect(schemaAt(SOURCE, ["labels", "any"])).toEqual({ type: "string" });
    expect(schemaAt(SOURCE, ["self", "self", "self"])).toBeDefined();
  });

  it("keeps the description beside a reference", () => {
    expect(schemaAt(SOURCE, ["ports", 0])?.description).toBe("of the field");
  });

  it("finds nothing that the schema does not describe, inherited names included", () => {
    expect(schemaAt(SOURCE, ["absent"])).toBeUndefined();
    expect(schemaAt(SOURCE, ["constructor"])).toBeUndefined();
  });

  it("ends at a reference to itself", () => {
    expect(schemaAt({ ...SOURCE, root: { $ref: "#/loop" } }, ["a"])).toBeUndefined();
  });
});

describe("printSchemaType()", () => {
  it.each([
    [{ type: "array", items: { $ref: "#/port" } }, "[]integer"],
    [{ type: "object", additionalProperties: { type: "string" } }, "map[string]string"],
    [{ "x-kubernetes-int-or-string": true }, "int-or-string"],
    [{}, "any"],
  ])("prints %j as %s", (schema, type) => {
    expect(printSchemaType(SOURCE, schema)).toBe(type);
  });
});

describe("describeSchema()", () => {
  it("names marks before bounds", () => {
    expect(describeSchema({ ...PORT, default: 80, enum: [80, 443] })).toEqual([
      { isMark: true, text: "immutable: stays as it was set" },
      { isMark: false, text: "one of 80, 443" },
      { isMark: false, text: "≥ 1" },
      { isMark: false, text: "default 80" },
    ]);
  });
});
