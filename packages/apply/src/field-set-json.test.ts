import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { decodeFieldSet, encodeFieldSet } from "./field-set-json.ts";

describe("decodeFieldSet()", () => {
  it("takes what is in its one form as it is", () => {
    const json = {
      "f:spec": { ".": {}, 'k:{"name":"a"}': { ".": {}, "f:x": {} }, 'k:{"a":1,"b":"TCP"}': {}, "v:1": {} },
    };
    expect(decodeFieldSet(json)).toBe(json);
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["keys in another order", { 'k:{"b":1,"a":2}': {} }, { 'k:{"a":2,"b":1}': {} }],
    ["other spaces and numbers", { 'k:{ "a" : 1.0 }': {}, "v: 1e2": {} }, { 'k:{"a":1}': {}, "v:100": {} }],
    ["one element in two forms", { "v:1": { "f:a": {} }, "v:1.0": { "f:b": {} } }, { "v:1": { "f:a": {}, "f:b": {} } }],
    ["elements of the future", { "f:a": { "q:x": {} }, "q:y": {} }, { "f:a": {} }],
    ["a dot alone", { "f:a": { ".": {} } }, { "f:a": {} }],
    ["a dot at the root", { ".": {}, "f:a": {} }, { "f:a": {} }],
    ["null for a member", { "f:a": null }, { "f:a": {} }],
    ["nothing", null, {}],
  ])("brings %s into the one form", (_, json, set) => {
    expect(decodeFieldSet(json)).toEqual(set);
  });

  it.each<[string, JsonValue]>([
    ["a list", []],
    ["a text in place of a node", { "f:a": "x" }],
    ["a number in place of a node", { "f:a": { "f:b": 1 } }],
    ["no element", { x: {} }],
    ["a broken key", { "k:{": {} }],
    ["a broken value", { "v:": {} }],
  ])("says what is wrong with %s", (_, json) => {
    expect(decodeFieldSet(json)).toEqual(expect.any(String));
  });
});

describe("encodeFieldSet()", () => {
  it("sorts every level, the node itself first", () => {
    const set = {
      "f:b": { 'k:{"p":443}': {}, 'k:{"p":80}': {}, "f:x": { "f:d": {}, ".": {}, "f:c": {} }, ".": {} },
      "f:a": {},
    };
    expect(JSON.stringify(encodeFieldSet(set))).toBe(
      JSON.stringify({
        "f:a": {},
        "f:b": { ".": {}, "f:x": { ".": {}, "f:c": {}, "f:d": {} }, 'k:{"p":80}': {}, 'k:{"p":443}': {} },
      }),
    );
  });
});
