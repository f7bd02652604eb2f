import { describe, expect, it } from "vitest";
import { findFirst, parseJsonPath } from "./json-path.ts";

const object = {
  metadata: { annotations: { "example.com/note": "hi" } },
  spec: {
    a: 1,
    none: null,
    list: [{ v: "a", n: 1 }, { v: "b", n: 2.5 }, { w: "c" }],
    same: [
      { v: "z", n: 2 },
      { v: "a", n: 1 },
    ],
    empty: [],
    map: { x: { y: 1 } },
  },
};

function find(text: string) {
  const path = parseJsonPath(text);
  return path.error === undefined ? findFirst(path.value, object) : "no path";
}

describe("findFirst()", () => {
  it.each([
    [".spec.a", 1],
    ["$.spec.a", 1],
    [".spec.missing", undefined],
    [".spec.none", null],
    [".spec.none.deeper", undefined],
    [".spec.a.deeper", undefined],
    [".metadata.annotations.example\\.com/note", "hi"],
    [".metadata.annotations['example\\.com/note']", "hi"],
    [".metadata.annotations['example.com/note']", undefined],
    [".spec.list[0].v", "a"],
    [".spec.list[-1].w", "c"],
    [".spec.list[-1:].w", "c"],
    [".spec.list[1:].v", "b"],
    [".spec.list[:2].v", "a"],
    [".spec.list[::2].v", "a"],
    [".spec.list[5].v", undefined],
    [".spec.list[*].v", "a"],
    [".spec.list[*].w", "c"],
    [".spec.list[1,0].v", "b"],
    [".spec.empty[0]", undefined],
    [".spec.empty[-1:]", undefined],
    [".spec.a[0]", undefined],
    [".spec.map.*.y", 1],
    ["..y", 1],
    ['.spec.list[?(@.v=="b")].n', 2.5],
    [".spec.list[?(@.v=='b')].n", 2.5],
    [".spec.list[?(@.v!='a')].n", 2.5],
    [".spec.list[?(@.w)].w", "c"],
    [".spec.list[?(@.n==1)].v", undefined],
    [".spec.list[:1][?(@.n==1)].v", undefined],
    [".spec.same[?(@.n==1)].v", "a"],
    [".spec.list[?(@.n>5)].v", undefined],
    [".spec.a[?(@.n)]", undefined],
    [".spec.list[?(@.v", "no path"],
    [".spec.list[x]", "no path"],
    [".spec.list[", "no path"],
    [".spec....a", "no path"],
    [".spec.%", undefined],
    ["%", "no path"],
    [".__proto__", undefined],
    [".spec.constructor", undefined],
  ])("finds by %s: %j", (text, expected) => {
    expect(find(text)).toEqual(expected);
  });
});
