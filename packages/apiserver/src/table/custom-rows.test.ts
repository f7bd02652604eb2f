import type { Column, Resource } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { createCustomRows } from "./custom-rows.ts";

const now = new Date("2026-01-02T00:00:00Z");

function cells(type: string, value: unknown): unknown {
  const columns: Column[] = [{ name: "C", type, jsonPath: ".spec.c" }];
  const rows = createCustomRows({ table: { columns } } as unknown as Resource);
  return rows.cells({ metadata: { name: "a" }, spec: { c: value as never } }, now)[1];
}

describe("createCustomRows()", () => {
  it.each([
    ["string", "s", "s"],
    ["string", 7, "7"],
    ["string", 1_000_000.5, "1.0000005e+06"],
    ["string", 9007199254740993n, "9007199254740993"],
    ["string", true, "true"],
    ["string", null, "<no value>"],
    ["string", { b: 1, a: "<" }, '{"a":"\\u003c","b":1}'],
    ["integer", 2.9, 2],
    ["integer", "5", null],
    ["integer", 9007199254740993n, 9007199254740993n],
    ["integer", 1e300, -(2n ** 63n)],
    ["number", 1.5, 1.5],
    ["number", "1.5", null],
    ["number", null, null],
    ["boolean", false, false],
    ["boolean", "yes", null],
    ["date", "2026-01-01T00:00:00Z", "24h"],
    ["date", "not a date", "<invalid>"],
    ["date", 5, null],
  ])("shows in a column of type %s the value %s as %s", (type, value, expected) => {
    expect(cells(type, value)).toEqual(expected);
  });

  it("has an age where the definition has no columns", () => {
    const rows = createCustomRows({ table: { columns: [] } } as unknown as Resource);
    expect(rows.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["Name string", "Age date"]);
    expect(rows.cells({ metadata: { name: "a", creationTimestamp: "2026-01-01T23:59:00Z" } }, now)).toEqual([
      "a",
      "60s",
    ]);
  });

  it("keeps the columns in front of one whose path makes no sense", () => {
    const columns = ["a", "%", "b"].map((name) => ({
      name,
      type: "string",
      jsonPath: name === "%" ? "%" : `.${name}`,
    }));
    const rows = createCustomRows({ table: { columns } } as unknown as Resource);
    expect(rows.columns.map(({ name }) => name)).toEqual(["Name", "a"]);
  });
});
