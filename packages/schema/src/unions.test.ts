import { deepCopy, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "./parse-schema.ts";
import { type CompiledUnions, compileUnions } from "./unions.ts";

const union: JsonObject = {
  type: "object",
  properties: { d: { type: "string" }, one: { type: "integer" }, two: { type: "integer" }, k: { type: "string" } },
  "x-kubernetes-unions": [{ discriminator: "d", "fields-to-discriminateBy": { one: "One", two: "Two" } }],
};
const list = { type: "array", items: union, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
const schema = {
  type: "object",
  properties: { spec: union, list, map: { type: "object", additionalProperties: union } },
};
const unions = compileUnions(parseJsonSchema(schema).schema) as CompiledUnions;

describe("compileUnions()", () => {
  it("compiles a schema without unions to nothing", () => {
    expect(
      compileUnions(parseJsonSchema({ type: "object", properties: { a: { type: "string" } } }).schema),
    ).toBeUndefined();
    expect(compileUnions(undefined)).toBeUndefined();
  });

  it("tells what it cleared and set, and where", () => {
    const old = { list: [{ k: "x", d: "One", one: 1 }], map: { "a.b": { d: "One", one: 1 } } };
    const value = deepCopy({
      list: [{ k: "new" }, { k: "x", d: "One", one: 1, two: 2 }],
      map: { "a.b": { d: "Two", one: 1 } },
    });
    expect(unions.normalize(value, old)).toEqual([
      { kind: "cleared", path: 'list[k="x"].one', location: ["list", 1, "one"], value: 1 },
      { kind: "set", path: 'list[k="x"].d', location: ["list", 1, "d"], value: "Two", member: "two" },
      {
        kind: "cleared",
        path: "map[a.b].one",
        location: ["map", "a.b", "one"],
        value: 1,
        warning: 'map[a.b].one was dropped, because d is "Two" and two is not set in the same union',
        contradiction: { discriminator: "d", said: "Two", wanted: "One" },
      },
    ]);
    expect(value).toEqual({ list: [{ k: "new" }, { k: "x", d: "Two", two: 2 }], map: { "a.b": { d: "Two" } } });
  });

  it("warns of a member that was sent and dropped, not of one that was replaced", () => {
    const [dropped] = unions.normalize({ spec: { d: "One", one: 1, two: 2 } });
    expect(dropped?.warning).toBe('spec.two was dropped, because d is "One" in the same union');
    const [replaced] = unions.normalize({ spec: { d: "One", one: 1, two: 2 } }, { spec: { d: "One", one: 1 } });
    expect(replaced).toEqual({ kind: "cleared", path: "spec.one", location: ["spec", "one"], value: 1 });
    const [exchanged] = unions.normalize({ spec: { d: "Two", one: 1, two: 2 } }, { spec: { d: "One", one: 1 } });
    expect(exchanged?.warning).toBeUndefined();
    const [given] = unions.normalize({ spec: { d: "None", one: 1 } }, { spec: { d: "One", one: 1 } });
    expect(given?.warning).toBeUndefined();
  });

  it("refuses more than one member, naming those that are set", () => {
    const { errors, warnings } = unions.check({ spec: { one: 1, two: 2 } });
    expect(errors.map(printFieldError)).toEqual([
      'spec: Invalid value: ["one","two"]: at most one of one, two may be set, but one and two are: name the one to keep in d',
    ]);
    expect(warnings).toEqual([]);
  });

  it("tolerates with a warning what was set before, whatever the values", () => {
    expect(unions.check({ spec: { one: 1, two: 2 } }, { spec: { one: 3, two: 4 } })).toEqual({
      errors: [],
      warnings: ["spec: one and two are set, of which at most one may be; accepted because they were set before"],
    });
  });
});
