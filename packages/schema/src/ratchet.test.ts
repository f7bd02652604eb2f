import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validatorOf } from "./testing/print-faults.ts";

const SHORT = { type: "string", maxLength: 1 };

const KEYED = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
  items: { type: "object", properties: { k: { type: "string" }, v: SHORT }, required: ["k"] },
};

/** Old and new value under one schema, and the fields whose errors are not tolerated. */
interface Case {
  readonly about: string;
  readonly schema: JsonValue;
  readonly old: JsonValue;
  readonly value: JsonValue;
  readonly fields: readonly string[];
}

const CASES: readonly Case[] = [
  { about: "an unchanged scalar", schema: SHORT, old: "long", value: "long", fields: [] },
  { about: "a changed scalar", schema: SHORT, old: "long", value: "also long", fields: ["x"] },
  { about: "a wrong type that was there before", schema: { type: "integer" }, old: "1", value: "1", fields: [] },
  { about: "a null that was there before", schema: { type: "integer" }, old: null, value: null, fields: [] },
  {
    about: "an unchanged field beside a changed one",
    schema: { type: "object", properties: { a: SHORT, b: SHORT } },
    old: { a: "long", b: "b" },
    value: { a: "long", b: "c" },
    fields: [],
  },
  {
    about: "required fields, once anything in the object changes",
    schema: { type: "object", properties: { a: SHORT }, required: ["r"] },
    old: { a: "a" },
    value: { a: "b" },
    fields: ["x.r"],
  },
  {
    about: "required fields of an unchanged object",
    schema: { type: "object", properties: { a: SHORT }, required: ["r"] },
    old: { a: "a" },
    value: { a: "a" },
    fields: [],
  },
  {
    about: "map entries by key",
    schema: { type: "object", additionalProperties: SHORT },
    old: { a: "long", b: "long" },
    value: { a: "long", b: "longer" },
    fields: ["x.b"],
  },
  {
    about: "a count, once an entry changes",
    schema: { type: "object", additionalProperties: { type: "string" }, maxProperties: 1 },
    old: { a: "1", b: "2" },
    value: { a: "1", b: "3" },
    fields: ["x"],
  },
  {
    about: "keyed items that changed places",
    schema: { ...KEYED, maxItems: 1 },
    old: [{ k: "a", v: "long" }, { k: "b" }],
    value: [{ k: "b" }, { k: "a", v: "long" }],
    fields: [],
  },
  {
    about: "a keyed item whose other field changed",
    schema: KEYED,
    old: [{ k: "a", v: "long" }],
    value: [
      { k: "b", v: "x" },
      { k: "a", v: "long", w: 1 },
    ],
    fields: [],
  },
  {
    about: "a keyed item under a new key",
    schema: KEYED,
    old: [{ k: "a", v: "long" }],
    value: [{ k: "b", v: "long" }],
    fields: ["x[0].v"],
  },
  {
    about: "an atomic list that changed anywhere",
    schema: { type: "array", items: SHORT },
    old: ["long", "a"],
    value: ["long", "b"],
    fields: ["x[0]"],
  },
  {
    about: "an unchanged atomic list",
    schema: { type: "array", items: SHORT },
    old: ["long"],
    value: ["long"],
    fields: [],
  },
  {
    about: "a set that grew",
    schema: { type: "array", "x-kubernetes-list-type": "set", items: SHORT },
    old: ["long"],
    value: ["long", "a"],
    fields: ["x[0]"],
  },
  {
    about: "branches, which are tolerated only with the whole value",
    schema: { type: "object", properties: { a: {}, b: {} }, allOf: [{ properties: { a: { maxLength: 1 } } }] },
    old: { a: "long", b: 1 },
    value: { a: "long", b: 2 },
    fields: ["x.a", "<nil>"],
  },
  {
    about: "an unchanged value with branches",
    schema: { type: "string", anyOf: [{ maxLength: 1 }, { pattern: "^z" }] },
    old: "long",
    value: "long",
    fields: [],
  },
  {
    // Kubernetes: fields without a schema are not correlated (cel/common/equality.go Key, v1.36).
    about: "an object with fields that no schema describes",
    schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true, minProperties: 2 },
    old: { unknown: 1 },
    value: { unknown: 1 },
    fields: ["x"],
  },
];

function fieldsOf(schema: JsonValue, value: JsonObject, old: JsonObject): string[] {
  return validatorOf(schema)
    .validateUpdate(value, old)
    .map((error) => error.field);
}

describe("validateUpdate()", () => {
  it.each(CASES)("judges $about", ({ schema, old, value, fields }) => {
    const root = { type: "object", properties: { x: schema } };
    expect(fieldsOf(root, { x: value }, { x: old })).toEqual(fields);
  });

  it("does not excuse apiVersion and kind, which cannot be seen to change", () => {
    const schema = {
      type: "object",
      properties: { kind: SHORT, spec: { type: "object", properties: { kind: SHORT } } },
    };
    const object = { kind: "Long", spec: { kind: "Long" } };
    expect(fieldsOf(schema, object, object)).toEqual([]);
    expect(fieldsOf(schema, { ...object, new: 1 }, object)).toEqual(["kind"]);
  });

  it("compares each part of a deep object once", () => {
    let schema: JsonValue = { type: "object", properties: { leaf: SHORT }, required: ["missing"] };
    let old: JsonValue = { leaf: "long" };
    let value: JsonValue = { leaf: "longer" };
    for (let i = 0; i < 900; i++) {
      schema = { type: "object", properties: { a: schema }, required: ["missing"] };
      old = { a: old };
      value = { a: value };
    }
    const errors = validatorOf(schema).validateUpdate(value, old);
    expect(errors).toHaveLength(902);
  });

  it("takes long keyed lists", () => {
    const items = (version: string) =>
      Array.from({ length: 50_000 }, (_, i) => ({ k: `n${i}`, v: "long", w: version }));
    const schema = { type: "object", properties: { x: KEYED } };
    expect(fieldsOf(schema, { x: items("1").reverse() }, { x: items("2") })).toEqual([]);
  });
});

describe("validateStatusUpdate()", () => {
  const { validateStatusUpdate } = validatorOf({
    type: "object",
    properties: {
      spec: { type: "object", properties: { a: SHORT, s: { type: "array", "x-kubernetes-list-type": "set" } } },
      status: {
        type: "object",
        properties: { count: { type: "integer" }, phase: SHORT },
        oneOf: [{ required: ["count"] }, { required: ["phase"] }],
      },
    },
  });
  const judge = (value: JsonValue, old: JsonValue): string[] => validateStatusUpdate(value, old).map(printFieldError);

  it("judges the status alone, naming it in the field but not in the text", () => {
    expect(judge({ spec: { a: "long" }, status: { count: "1" } }, { status: {} })).toEqual([
      `status.count: Invalid value: "string": count in body must be of type integer: "string"`,
    ]);
  });

  it("reports the status itself where Kubernetes names no field", () => {
    expect(judge({ status: { count: 1, phase: "a" } }, {})).toEqual([
      `status: Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives`,
    ]);
  });

  it("tolerates what the update left alone", () => {
    expect(judge({ status: { phase: "long" } }, { status: { phase: "long", x: 1 } })).toEqual([]);
  });

  it("judges the lists of the whole object", () => {
    expect(judge({ spec: { s: [1, 1] } }, { spec: { s: [1] } })).toEqual(["spec.s[1]: Duplicate value: 1"]);
  });

  it("keeps the dot of a key that has nothing before it", () => {
    const { validateStatusUpdate: update } = validatorOf({
      type: "object",
      properties: { status: { type: "object", additionalProperties: SHORT } },
    });
    expect(update({ status: { k: 1 } }, {}).map(printFieldError)).toEqual([
      `status.k: Invalid value: "integer": .k in body must be of type string: "integer"`,
    ]);
  });
});
