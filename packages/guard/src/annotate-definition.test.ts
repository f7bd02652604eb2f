import type { JsonObject } from "@kiln/api";
import { layMarks, liftMarks, MARKS_ANNOTATION, readMarksAnnotation } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { annotateDefinition } from "./annotate-definition.ts";
import { readDefinition } from "./definition.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    constructor: { type: "string", "x-kubernetes-mutability": "Immutable" },
    plain: { type: "string" },
    map: { type: "object", additionalProperties: { type: "string", "x-kubernetes-mutability": "Immutable" } },
    list: { type: "array", "x-kubernetes-key-mutability": "AddOnly", items: { type: "string" } },
  },
};

function crd(schema: JsonObject, annotation?: string): JsonObject {
  return {
    metadata: {
      name: "ovens.example.com",
      ...(annotation === undefined ? {} : { annotations: { [MARKS_ANNOTATION]: annotation } }),
    },
    spec: {
      group: "example.com",
      names: { plural: "ovens", kind: "Oven" },
      versions: [{ name: "v1", served: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

describe("liftMarks()", () => {
  it("takes marks out, and leaves the schema that it was given alone", () => {
    const before = JSON.stringify(SCHEMA);
    const { marks, bare } = liftMarks(SCHEMA);
    expect(marks).toEqual({
      properties: {
        constructor: { "x-kubernetes-mutability": "Immutable" },
        map: { additionalProperties: { "x-kubernetes-mutability": "Immutable" } },
        list: { "x-kubernetes-key-mutability": "AddOnly" },
      },
    });
    expect(JSON.stringify(bare)).not.toContain("mutability");
    expect(JSON.stringify(SCHEMA)).toBe(before);
  });

  it("is undone by layMarks()", () => {
    const { marks = {}, bare } = liftMarks(SCHEMA);
    expect(layMarks(bare, marks)).toEqual([]);
    expect(bare).toEqual(SCHEMA);
  });

  it("finds nothing where there is nothing", () => {
    expect(liftMarks({ type: "object", properties: { a: {} } }).marks).toBeUndefined();
  });
});

describe("layMarks()", () => {
  it.each<[string, JsonObject, string]>([
    ["a field that is gone", { properties: { gone: {} } }, "gone is not in the schema"],
    ["items of what is no list", { properties: { plain: { items: {} } } }, "plain[*] is not in the schema"],
    ["what is no mark", { properties: { plain: { type: "integer" } } }, "plain has type, which is no mark"],
    ["what is no object", { properties: { plain: 1 } }, "plain is no object"],
  ])("names %s", (_, marks, fault) => {
    expect(layMarks(liftMarks(SCHEMA).bare, marks)).toEqual([fault]);
  });
});

describe("readMarksAnnotation()", () => {
  it.each(["[]", "1", '{"v1":1}', "{", "null", '"x"'])("does not take %s", (text) => {
    expect(readMarksAnnotation(text)).toEqual(expect.any(String));
  });
});

describe("readDefinition()", () => {
  it("reads the same from an annotated CRD as from one with marks", () => {
    const annotated = annotateDefinition(crd(SCHEMA));
    expect(JSON.stringify(annotated.spec)).not.toContain("mutability");
    expect(readDefinition(annotated)).toEqual(readDefinition(crd(SCHEMA)));
    expect(annotateDefinition(annotated)).toEqual(annotated);
  });

  it.each([
    ["an annotation that is no JSON", crd(SCHEMA, "{"), /is not JSON/],
    ["a version that is gone", crd(SCHEMA, '{"v2":{}}'), /is about v2, which is no version/],
    ["a field that is gone", crd(SCHEMA, '{"v1":{"properties":{"a":{}}}}'), /does not fit v1: a is not in the schema/],
    ["a mark in the wrong place", crd({ type: "object", "x-kubernetes-mutability": "Immutable" }), /at the root/],
    [
      "a word that is no mark",
      crd({ type: "object", properties: { a: { type: "string", "x-kubernetes-mutability": "Never" } } }),
      /supported values/,
    ],
  ])("names %s", (_, object, fault) => {
    expect(readDefinition(object).faults.join("\n")).toMatch(fault);
  });

  it.each([{}, { spec: 1 }, { spec: { versions: [1, null, { schema: 1 }] }, metadata: { annotations: [] } }])(
    "takes anything: %j",
    (object) => {
      expect(readDefinition(object as JsonObject).definition.versions).toEqual([]);
    },
  );
});
