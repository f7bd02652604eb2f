import { type JsonObject, type JsonValue, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../compile.ts";
import { isNesting, isUsed } from "../keyword.ts";
import { parseJsonSchema } from "../parse-schema.ts";
import { subschemasOf } from "../subschemas.ts";
import { keywords } from "./index.ts";

interface Sample {
  readonly schema: JsonObject;
  readonly valid: JsonValue;
  readonly invalid: JsonValue;
}

const text = { type: "string" };
const number = { type: "number" };
const integers = { type: "array", items: { type: "integer" } };
const pair = { type: "object", properties: { a: text, b: text } };
const embedded = { apiVersion: "v1", kind: "Pod" };

/** For each keyword that has an effect on validation, a schema that uses it. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  type: { schema: text, valid: "a", invalid: 1 },
  format: { schema: { ...text, format: "date" }, valid: "2026-01-02", invalid: "a" },
  maximum: { schema: { ...number, maximum: 3 }, valid: 3, invalid: 4 },
  exclusiveMaximum: { schema: { ...number, maximum: 3, exclusiveMaximum: true }, valid: 2, invalid: 3 },
  minimum: { schema: { ...number, minimum: 3 }, valid: 3, invalid: 2 },
  exclusiveMinimum: { schema: { ...number, minimum: 3, exclusiveMinimum: true }, valid: 4, invalid: 3 },
  maxLength: { schema: { ...text, maxLength: 1 }, valid: "a", invalid: "ab" },
  minLength: { schema: { ...text, minLength: 1 }, valid: "a", invalid: "" },
  pattern: { schema: { ...text, pattern: "^a$" }, valid: "a", invalid: "b" },
  maxItems: { schema: { ...integers, maxItems: 1 }, valid: [1], invalid: [1, 2] },
  minItems: { schema: { ...integers, minItems: 1 }, valid: [1], invalid: [] },
  uniqueItems: { schema: { ...integers, uniqueItems: true }, valid: [1, 2], invalid: [1, 1] },
  multipleOf: { schema: { ...number, multipleOf: 2 }, valid: 2, invalid: 3 },
  enum: { schema: { ...pair, enum: [{ a: "1" }] }, valid: { a: "1" }, invalid: { a: "2" } },
  maxProperties: { schema: { ...pair, maxProperties: 1 }, valid: { a: "1" }, invalid: { a: "1", b: "2" } },
  minProperties: { schema: { ...pair, minProperties: 1 }, valid: { a: "1" }, invalid: {} },
  required: { schema: { ...pair, required: ["a"] }, valid: { a: "1" }, invalid: { b: "1" } },
  items: { schema: integers, valid: [1], invalid: ["a"] },
  allOf: { schema: { ...pair, allOf: [{ minProperties: 1 }] }, valid: { a: "1" }, invalid: {} },
  oneOf: { schema: { ...pair, oneOf: [{ minProperties: 1 }] }, valid: { a: "1" }, invalid: {} },
  anyOf: { schema: { ...pair, anyOf: [{ minProperties: 1 }] }, valid: { a: "1" }, invalid: {} },
  not: { schema: { ...pair, not: { minProperties: 1 } }, valid: {}, invalid: { a: "1" } },
  properties: { schema: pair, valid: { a: "1" }, invalid: { a: 1 } },
  additionalProperties: {
    schema: { type: "object", additionalProperties: text },
    valid: { a: "1" },
    invalid: { a: 1 },
  },
  nullable: { schema: { ...text, nullable: true }, valid: "a", invalid: 1 },
  "x-kubernetes-embedded-resource": {
    schema: { type: "object", "x-kubernetes-embedded-resource": true, properties: { a: text } },
    valid: embedded,
    invalid: { ...embedded, kind: "" },
  },
  "x-kubernetes-int-or-string": { schema: { "x-kubernetes-int-or-string": true }, valid: 1, invalid: true },
  "x-kubernetes-list-map-keys": {
    schema: {
      type: "array",
      items: { ...pair, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    valid: [{ a: "1" }],
    invalid: [{ a: "1" }, { a: "1" }],
  },
  "x-kubernetes-list-type": {
    schema: { ...integers, "x-kubernetes-list-type": "set" },
    valid: [1, 2],
    invalid: [1, 1],
  },
};

/** Samples of keywords with subschemas on scalars, which a shortcut could accept without a check. */
const OF_SCALARS: Readonly<Record<string, Sample>> = {
  enum: { schema: { ...text, enum: ["a"] }, valid: "a", invalid: "b" },
  allOf: { schema: { ...text, allOf: [{ minLength: 2 }] }, valid: "ab", invalid: "a" },
  oneOf: { schema: { ...text, oneOf: [{ minLength: 2 }] }, valid: "ab", invalid: "a" },
  anyOf: { schema: { ...text, anyOf: [{ minLength: 2 }] }, valid: "ab", invalid: "a" },
  not: { schema: { ...text, not: { minLength: 2 } }, valid: "a", invalid: "ab" },
};

/** Positions of a schema, each with an object that has `value` at that position. */
const PLACES: Readonly<Record<string, (sample: JsonObject, value: JsonValue) => readonly [JsonObject, JsonValue]>> = {
  "a field": (schema, value) => [schema, value],
  "a field of a field": (schema, value) => [{ type: "object", properties: { x: schema } }, { x: value }],
  "an item": (schema, value) => [{ type: "array", items: schema }, [value]],
  "a map's value": (schema, value) => [{ type: "object", additionalProperties: schema }, { x: value }],
  "a field of a schema with a check of its own": (schema, value) => [
    { type: "object", maxProperties: 3, properties: { x: schema } },
    { x: value },
  ],
};

describe("keywords", () => {
  it("have each an effect on validation that a sample shows, or none", () => {
    const effective = keywords.filter(
      ({ settled, values, objects }) =>
        values !== undefined || objects !== undefined || ["walked", "scalar", "checked"].includes(settled),
    );
    const known = [...Object.keys(SAMPLES), "default"];
    expect(effective.map(({ wire }) => wire).filter((wire) => !known.includes(wire))).toEqual([]);
  });

  const samples = keywords.flatMap(({ wire, ...keyword }) =>
    [SAMPLES[wire], OF_SCALARS[wire]].flatMap((sample) =>
      sample === undefined ? [] : [{ wire, type: sample.schema.type ?? "any", keyword, sample }],
    ),
  );
  for (const { wire, type, keyword, sample } of samples) {
    for (const [place, put] of Object.entries(PLACES)) {
      it(`isSettled() and validate() agree on ${wire} of type ${type} as ${place}`, () => {
        const judge = (value: JsonValue) => {
          const [spec, placed] = put(sample.schema, value);
          const { schema } = parseJsonSchema({ type: "object", properties: { spec } });
          const compiled = compileSchema(schema, { semantics: "kep" });
          const object = { apiVersion: "a/v1", kind: "K", metadata: { name: "n" }, spec: placed };
          return { isValid: compiled.validate(object).length === 0, isSettled: compiled.isSettled(object) };
        };
        expect(isUsed(keyword, parseJsonSchema(sample.schema).schema)).toBe(true);
        expect(judge(sample.invalid)).toEqual({ isValid: false, isSettled: false });
        expect(judge(sample.valid)).toMatchObject({ isValid: true });
      });
    }
  }

  it("that validate whole objects are never without an effect on isSettled()", () => {
    const careless = keywords.filter(
      ({ settled, values, objects }) => (values !== undefined || objects !== undefined) && settled === "none",
    );
    expect(careless).toEqual([]);
    const containers = keywords.filter(
      ({ settled, values }) =>
        settled === "scalar" && values?.kinds.some((kind) => kind === "array" || kind === "object"),
    );
    expect(containers).toEqual([]);
  });

  it("that hold schemas are entered by every walk", () => {
    const below = { type: "string" };
    const byEncoding: Readonly<Record<string, unknown>> = {
      schema: below,
      schemaList: [below],
      schemaMap: new Map([["a", below]]),
      schemaOrFlag: below,
      schemaOrList: below,
      schemaOrTextListMap: new Map([["a", below]]),
    };
    for (const keyword of keywords.filter(isNesting)) {
      const found = subschemasOf({ [keyword.name]: byEncoding[keyword.encoding] }, rootPath);
      expect([keyword.wire, found.map(({ schema }) => schema)]).toEqual([keyword.wire, [below]]);
    }
  });

  it("have names of their own", () => {
    expect(new Set(keywords.map(({ wire }) => wire)).size).toBe(keywords.length);
    expect(new Set(keywords.map(({ name }) => name)).size).toBe(keywords.length);
  });
});
