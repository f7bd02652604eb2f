import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile.ts";
import { parseJsonSchema } from "./parse-schema.ts";

const { schema } = parseJsonSchema({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        a: { type: "string", default: "x", "x-kubernetes-mutability": "Immutable" },
        b: { type: "integer" },
        c: { type: "integer" },
      },
      "x-kubernetes-unions": [{ "fields-to-discriminateBy": { b: "B", c: "C" } }],
    },
  },
});

describe("compileSchema()", () => {
  it("gives every step of a schema that needs it", () => {
    const compiled = compileSchema(schema, { semantics: "kep" });
    const object = compiled.roundtrip({ spec: { b: 1, junk: 2, c: null } });
    expect(object).toEqual({ spec: { a: "x", b: 1 } });
    expect(compiled.mutability?.(object, { spec: { a: "y" } })).toHaveLength(1);
    expect(compiled.unions?.check({ spec: { b: 1, c: 1 } }).errors).toHaveLength(1);
    expect(compiled.validate({ spec: { b: "1" } }).map(({ field }) => field)).toEqual(["spec.b"]);
    expect(compiled.validateUpdate({ spec: { b: "1" } }, { spec: { b: "1" } })).toEqual([]);
  });

  it("compiles each step once", () => {
    const compiled = compileSchema(schema, { semantics: "kep" });
    expect(compiled.prune).toBe(compiled.prune);
    expect(compiled.mutability).toBe(compiled.mutability);
  });

  it("has no step where there is nothing to do, or a feature is off", () => {
    const plain = compileSchema(undefined, { semantics: "kep" });
    expect([plain.setDefaults, plain.mutability, plain.unions]).toEqual([undefined, undefined, undefined]);
    const off = compileSchema(schema, { semantics: "kep", features: { mutability: false, unions: false } });
    expect([off.mutability, off.unions]).toEqual([undefined, undefined]);
  });
});
