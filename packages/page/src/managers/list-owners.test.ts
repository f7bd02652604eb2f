import { describe, expect, it } from "vitest";
import { listOwners } from "./list-owners.ts";
import { markManagers } from "./manager-marks.ts";

const entry = (manager: string, fieldsV1: object) => ({ manager, operation: "Apply", time: "", fieldsV1 });

describe("listOwners()", () => {
  it("finds fields, items by key and by value, and every owner of each", () => {
    const object = {
      metadata: {
        finalizers: ["a/x", "a/y"],
        managedFields: [
          entry("one", {
            "f:spec": { "f:size": {}, "f:rooms": { 'k:{"name":"hall"}': { ".": {}, "f:name": {} } } },
            "f:metadata": { "f:finalizers": { 'v:"a/y"': {} } },
          }),
          entry("two", { "f:spec": { "f:size": {}, "f:gone": {} } }),
        ],
      },
      spec: { size: 1, rooms: [{ name: "attic" }, { name: "hall" }] },
    } as never;
    const found = listOwners(object).map(({ path, owners }) => [path.join("/"), owners.map(({ manager }) => manager)]);
    expect(found).toEqual([
      ["spec/size", ["one", "two"]],
      ["spec/rooms/1", ["one"]],
      ["spec/rooms/1/name", ["one"]],
      ["metadata/finalizers/1", ["one"]],
    ]);
  });

  it.each([
    [{}],
    [{ metadata: { managedFields: "no" } }],
    [{ metadata: { managedFields: [null, entry("a", { "q:": {}, "k:{": {}, "f:a": "text" })] } }],
  ])("passes over malformed entries: %j", (object) => {
    expect(listOwners(object as never)).toEqual([]);
  });
});

describe("markManagers()", () => {
  it("gives each manager a letter of its own, and colors in turn", () => {
    const marks = [...markManagers(Array.from({ length: 28 }, (_, index) => `m${index}`)).values()];
    expect(new Set(marks.map(({ letter }) => letter)).size).toBe(28);
    expect(marks[0]).toEqual({ manager: "m0", letter: "A", color: 1 });
    expect(marks[27]).toEqual({ manager: "m27", letter: "AB", color: 4 });
  });
});
