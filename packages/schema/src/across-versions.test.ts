import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileMutabilityAcross, compileUnionsAcross } from "./across-versions.ts";
import { compileCarryOver } from "./carry-over.ts";
import type { JsonSchema } from "./json-schema.ts";
import { parseJsonSchema } from "./parse-schema.ts";

const text = { type: "string" };
const parse = (properties: JsonObject, rest: JsonObject = {}): JsonSchema =>
  parseJsonSchema({ type: "object", properties, ...rest }).schema;
const immutable = { ...text, "x-kubernetes-mutability": "Immutable" };
const union = (members: JsonObject) => ({
  "x-kubernetes-unions": [{ discriminator: "t", "fields-to-discriminateBy": members }],
});

describe("marks of several versions", () => {
  it("are nothing if none has any", () => {
    expect(compileMutabilityAcross(parse({ a: text }), [parse({ b: text })])).toBeUndefined();
    expect(compileUnionsAcross(parse({ a: text }), [parse({ b: text })])).toBeUndefined();
    expect(compileCarryOver([parse({ a: text })], { hasMutability: true, hasUnions: true })).toBeUndefined();
  });

  it("all count, and report a field once", () => {
    const addOnly = { ...text, "x-kubernetes-mutability": "AddOnly" };
    const check = compileMutabilityAcross(parse({ a: immutable, b: text }), [parse({ a: addOnly, b: immutable })]);
    const fields = (old: JsonObject, now: JsonObject) => check?.(old, now).map(({ field }) => field);
    expect(fields({ a: "1", b: "1" }, { a: "2", b: "2" })).toEqual(["a", "b"]);
    expect(fields({}, { a: "1" })).toEqual(["a"]);
  });
});

describe("unions of several versions", () => {
  const fields = { t: text, a: text, b: text, c: text };

  it("are followed where they are the same or share no field", () => {
    const unions = compileUnionsAcross(parse(fields), [parse(fields, union({ a: "A", b: "B" }))]);
    const object: JsonObject = { a: "1" };
    unions?.normalize(object, {});
    expect(object).toEqual({ a: "1", t: "A" });
  });

  it("never clear by the discriminator of another version, and still allow one member only", () => {
    const own = parse(fields, union({ a: "A", b: "B" }));
    const unions = compileUnionsAcross(own, [parse(fields, union({ a: "Alpha", c: "Gamma" }))]);
    const object: JsonObject = { t: "A", a: "1" };
    unions?.normalize(object, {});
    expect(object).toEqual({ t: "A", a: "1" });
    expect(unions?.check({ a: "1", c: "2" }).errors).toHaveLength(1);
  });
});

describe("fields that a version does not show", () => {
  const marked = { type: "object", properties: { k: text, i: immutable, plain: text } };
  const list = { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items: marked };
  const carryOver = compileCarryOver([parse({ s: marked, list })], { hasMutability: true, hasUnions: true });

  it("are carried over if they are protected, wherever their object is now", () => {
    const next: JsonObject = { s: {}, list: [{ k: "2" }, { k: "3" }, { k: "1" }] };
    carryOver?.carry({
      stored: {
        s: { i: "x", plain: "p" },
        list: [
          { k: "1", i: "one" },
          { k: "2", i: "two" },
        ],
      },
      shown: { s: {}, list: [{ k: "1" }, { k: "2" }] },
      next,
    });
    expect(next).toEqual({ s: { i: "x" }, list: [{ k: "2", i: "two" }, { k: "3" }, { k: "1", i: "one" }] });
  });

  it("are left to the client if they were shown", () => {
    const next: JsonObject = { s: {} };
    carryOver?.carry({ stored: { s: { i: "x" } }, shown: { s: { i: "x" } }, next });
    expect(next).toEqual({ s: {} });
  });

  it("are named if the other form of an object lacks them", () => {
    expect(
      carryOver?.findLost({ s: { i: "x", plain: "p" }, list: [{ k: "1", i: "y" }] }, { s: {}, list: [{}] }),
    ).toEqual(["s.i", "list[0].i"]);
  });
});
