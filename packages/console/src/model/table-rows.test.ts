import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { createTableRows, filterRows, printAge } from "./table-rows.ts";

function table(...names: readonly string[]): JsonObject {
  return {
    columnDefinitions: [
      { name: "Name", description: "its name", priority: 0 },
      { name: "Wide", priority: 1 },
    ],
    rows: names.map((name) => ({
      cells: [name, 7],
      object: { metadata: { name, namespace: "ns", uid: name, labels: { app: `of-${name}` } } },
    })),
  };
}

describe("createTableRows()", () => {
  it("keeps rows in the order of their keys while they come, change and go", () => {
    const rows = createTableRows();
    rows.put(table("b", "c"));
    rows.put(table("a"));
    expect(rows.rows().map(({ key }) => key)).toEqual(["ns/a", "ns/b", "ns/c"]);
    rows.remove(table("b"));
    rows.keepOnly(new Set(["ns/c"]));
    expect(rows.rows().map(({ name }) => name)).toEqual(["c"]);
  });

  it("keeps the columns where an event of a watch has none", () => {
    const rows = createTableRows();
    rows.put(table("a"));
    rows.put({ ...table("b"), columnDefinitions: [] });
    expect(rows.columns).toMatchObject([
      { name: "Name", priority: 0 },
      { name: "Wide", priority: 1 },
    ]);
  });

  it("gives the same list again as long as nothing changed", () => {
    const rows = createTableRows();
    rows.put(table("a"));
    expect(rows.rows()).toBe(rows.rows());
  });
});

describe("filterRows()", () => {
  it.each([
    ["", ["a", "b"]],
    ["app=of-b", ["b"]],
    ["NS/A 7", ["a"]],
    ["nothing", []],
  ])("with %j keeps %j", (filter, names) => {
    const rows = createTableRows();
    rows.put(table("a", "b"));
    expect(filterRows(rows.rows(), filter).map(({ name }) => name)).toEqual(names);
  });
});

describe("printAge()", () => {
  it.each([
    [0, "0s"],
    [119, "119s"],
    [180, "3m"],
    [7 * 3600, "7h"],
    [3 * 86_400, "3d"],
    [800 * 86_400, "2y"],
    [-60, ""],
    [Number.NaN, ""],
  ])("prints %s seconds as %j", (seconds, age) => {
    expect(printAge(0, seconds * 1000)).toBe(age);
  });
});
