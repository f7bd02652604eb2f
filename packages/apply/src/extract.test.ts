import { describe, expect, it } from "vitest";
import { extract } from "./extract.ts";
import { setOf } from "./field-set.ts";
import type { FieldType } from "./field-type.ts";
import { remove } from "./remove.ts";
import { anyKind } from "./testing/arbitrary.ts";

const type = anyKind.kind.typeOf("v1") as FieldType;
const ports = [
  { port: 1, name: "a", tags: ["x", "q"] },
  { port: 2, name: "b" },
];
const object = { spec: { num: 1, map: { a: "1", b: "2" }, point: { x: 1, z: 2 }, args: [1, 2], ports } };
const first = 'k:{"port":1,"proto":"TCP"}';
const second = 'k:{"port":2,"proto":"TCP"}';

describe("extract()", () => {
  it("keeps what the set names, items with their keys", () => {
    const set = setOf(
      ["f:spec", "f:map", "f:a"],
      ["f:spec", "f:point"],
      ["f:spec", "f:args"],
      ["f:spec", "f:ports", first],
      ["f:spec", "f:ports", first, "f:tags", 'v:"q"'],
      ["f:spec", "f:ports", second, "f:name"],
      ["f:spec", "f:gone"],
    );
    expect(extract(type, object, set)).toEqual({
      spec: {
        map: { a: "1" },
        point: { x: 1, z: 2 },
        args: [1, 2],
        ports: [
          { port: 1, tags: ["q"] },
          { port: 2, name: "b" },
        ],
      },
    });
  });

  it("is nothing of nothing", () => {
    expect(extract(type, object, {})).toEqual({});
  });
});

describe("remove()", () => {
  it("removes what the set names, and leaves null where nothing is left", () => {
    const set = setOf(
      ["f:spec", "f:num"],
      ["f:spec", "f:map", "f:a"],
      ["f:spec", "f:map", "f:b"],
      ["f:spec", "f:ports", first],
      ["f:spec", "f:args", "i:0"],
    );
    expect(remove(type, object, set)).toEqual({
      spec: { map: null, point: { x: 1, z: 2 }, args: null, ports: [{ port: 2, name: "b" }] },
    });
  });

  it("shares the whole object if nothing goes", () => {
    expect(remove(type, object, {})).toBe(object);
  });
});
