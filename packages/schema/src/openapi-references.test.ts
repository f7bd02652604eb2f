import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { type Inlining, inlineReferences, resolveSchema } from "./openapi-references.ts";

const schemas: Readonly<Record<string, JsonObject>> = {
  tree: { type: "object", properties: { children: { type: "array", items: { $ref: "tree" } } } },
  size: { type: "string", description: "of the type" },
  alias: { $ref: "size" },
};
const resolve = (reference: string) => schemas[reference];

describe("resolveSchema()", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ $ref: "size" }, { type: "string", description: "of the type" }],
    [
      { allOf: [{ $ref: "size" }], description: "of the field" },
      { type: "string", description: "of the field" },
    ],
    [
      { $ref: "alias", default: "" },
      { type: "string", description: "of the type", default: "" },
    ],
    [{ allOf: [{ $ref: "size" }, {}] }, { allOf: [{ $ref: "size" }, {}] }],
    [{ $ref: "unknown" }, { $ref: "unknown" }],
  ])("makes of %j %j", (schema, expected) => {
    expect(resolveSchema({ root: {}, resolve }, schema)).toEqual(expected);
  });
});

describe("inlineReferences()", () => {
  const inline = (root: JsonObject, inlining: Partial<Inlining> = {}) =>
    inlineReferences({ root, resolve }, { replace: () => undefined, ...inlining });

  it("resolves references below every keyword that holds schemas", () => {
    const size = { type: "string", description: "of the type" };
    const holding = (schema: JsonObject): JsonObject => ({
      properties: { a: schema },
      items: schema,
      additionalProperties: schema,
      not: schema,
      anyOf: [schema, { type: "object" }],
      enum: [{ $ref: "size" }],
    });
    expect(inline(holding({ $ref: "size" }))).toEqual(holding(size));
  });

  it("ends where a type contains itself, by the references above it", () => {
    const stop = { type: "object" };
    const ended = inline({ $ref: "tree" }, { replace: (name, above) => (above.includes(name) ? stop : undefined) });
    expect(ended).toEqual({ type: "object", properties: { children: { type: "array", items: stop } } });
    const levels = inline({ $ref: "tree" }, { replace: (_, above) => (above.length < 3 ? undefined : stop) });
    expect(JSON.stringify(levels).match(/children/g)).toHaveLength(3);
  });

  it("gives a replacement the keywords beside the reference, and changes what is resolved", () => {
    const replace = (_: string, __: readonly string[], beside: JsonObject) => ({ type: "object", ...beside });
    expect(inline({ $ref: "size", description: "d" }, { replace })).toEqual({ type: "object", description: "d" });
    expect(inline({ items: { $ref: "size" } }, { change: ({ description: _, ...rest }) => rest })).toEqual({
      items: { type: "string" },
    });
  });
});
