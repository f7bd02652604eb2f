import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { keyElement, parseElement, printPath, sortElements, valueElement } from "./path-element.ts";

describe("path elements", () => {
  it.each<[JsonValue, string]>([
    ["a", 'v:"a"'],
    [1, "v:1"],
    [1.5, "v:1.5"],
    [9007199254740993n, "v:9007199254740993"],
    [true, "v:true"],
    ["<&>", 'v:"\\u003c\\u0026\\u003e"'],
    ['"\\\n', 'v:"\\"\\\\\\n"'],
    ["é\u2028", 'v:"é\\u2028"'],
    ["\ud800", 'v:"\ufffd"'],
  ])("are written as Kubernetes writes them: %o", (value, element) => {
    expect(valueElement(value)).toBe(element);
  });

  it("are shown as paths show them", () => {
    const key = keyElement([
      ["a", "x"],
      ["p", 80],
    ]);
    expect(key).toBe('k:{"a":"x","p":80}');
    expect(printPath(["f:spec", key, "f:tags", 'v:"q\\""', "i:3"])).toBe('.spec[a="x",p=80].tags[="q\\""][3]');
    expect(printPath(['k:{"a":null,"b":[1,true],"c":{"d":1.5}}'])).toBe("[a=null,b=[1,true],c=d=1.5]");
    expect(printPath(["nonsense"])).toBe("{{invalid path element}}");
  });

  it("come in Kubernetes' order: fields, keys, values, indices; numbers before texts, and by size", () => {
    const sorted = [
      "f:A",
      "f:a",
      "f:ab",
      'k:{"a":80}',
      'k:{"a":443}',
      'k:{"a":"x"}',
      'k:{"a":"x","b":1}',
      'k:{"b":1}',
      "v:2",
      "v:10",
      'v:"a"',
      "v:false",
      "v:true",
      "v:[1]",
      'v:{"a":1}',
      "v:null",
      "i:2",
      "i:10",
    ];
    expect(sortElements([...sorted].reverse())).toEqual(sorted);
  });

  it.each([
    ["", "key must be 2 characters long:"],
    ["abc", "missing colon: abc"],
    ["v:{", "invalid value {"],
    ["k:1", "invalid key 1"],
    ["i:x", 'strconv.Atoi: parsing "x": invalid syntax'],
    ["z:future", undefined],
  ])("are refused, or ignored if they may come to mean something: %s", (text, expected) => {
    expect(parseElement(text)).toEqual(expected);
  });
});
