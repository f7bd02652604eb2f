import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { compareDefinitions } from "./compare-definitions.ts";

function crd(spec: string, { versions = ["v1"], scope = "Namespaced" } = {}): JsonObject {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: parseYaml(spec).value } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "ovens.example.org" },
    spec: {
      group: "example.org",
      scope,
      names: { kind: "Oven", plural: "ovens" },
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema })),
    },
  };
}

const struct = (fields: string, more = "") => `{type: object, properties: {${fields}}${more}}`;

describe("compareDefinitions()", () => {
  it.each<[what: string, old: string, next: string, found: object]>([
    [
      "a field is gone",
      struct("fuel: {type: string}, heat: {type: integer}"),
      struct("fuel: {type: string}"),
      {
        field: "spec.heat",
        breakage: { effect: "changed", example: { spec: { heat: 1 } }, message: "spec.heat is dropped" },
      },
    ],
    [
      "a type is another",
      struct("heat: {type: integer}"),
      struct("heat: {type: string}"),
      { field: "spec.heat", breakage: { effect: "refused", example: { spec: { heat: 1 } } } },
    ],
    [
      "a choice is gone",
      struct("fuel: {type: string, enum: [Gas, Wood]}"),
      struct("fuel: {type: string, enum: [Gas]}"),
      {
        field: "spec.fuel",
        what: 'enum: ["Gas","Wood"] -> ["Gas"]',
        breakage: { effect: "refused", example: { spec: { fuel: "Wood" } } },
      },
    ],
    [
      "a bound is tighter",
      struct("heat: {type: integer, maximum: 10}"),
      struct("heat: {type: integer, maximum: 9}"),
      { field: "spec.heat", what: "maximum: 10 -> 9", breakage: { example: { spec: { heat: 10 } } } },
    ],
    [
      "a field is required now",
      struct("fuel: {type: string}"),
      struct("fuel: {type: string}", ", required: [fuel]"),
      { field: "spec", what: "required is new", breakage: { effect: "refused", example: { spec: {} } } },
    ],
    [
      "a field may not change any more",
      struct("fuel: {type: string}"),
      struct("fuel: {type: string, x-kubernetes-mutability: Immutable}"),
      { field: "spec.fuel", breakage: { effect: "frozen", message: expect.stringContaining("spec.fuel") } },
    ],
    [
      "items must differ now",
      struct("racks: {type: array, items: {type: string}}"),
      struct("racks: {type: array, x-kubernetes-list-type: set, items: {type: string}}"),
      { field: "spec.racks", breakage: { effect: "refused", message: expect.stringContaining("Duplicate value") } },
    ],
    [
      "a long pattern is another",
      struct(`fuel: {type: string, pattern: "^(${"a".repeat(40)}|b)$"}`),
      struct(`fuel: {type: string, pattern: "^(${"a".repeat(40)}|c)$"}`),
      { level: "unclear", field: "spec.fuel", what: "pattern changed" },
    ],
    [
      "a rule that no example meets",
      struct("fuel: {type: string, maxLength: 9}"),
      struct("fuel: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self != 'coal'}]}"),
      { level: "unclear", field: "spec.fuel" },
    ],
  ])("shows by an example that %s", async (_, old, next, found) => {
    expect(await compareDefinitions(crd(old), crd(next))).toMatchObject([found]);
  });

  it.each([
    ["nothing", "{type: object}", "{type: object}"],
    ["a new field", struct("a: {type: string}"), struct("a: {type: string}, b: {type: string}")],
    ["a new choice", struct("a: {type: string, enum: [x]}"), struct("a: {type: string, enum: [x, y]}")],
    ["a bound that is gone", struct("a: {type: string, maxLength: 3}"), struct("a: {type: string}")],
    ["words", "{type: object, description: a}", "{type: object, description: b}"],
  ])("has nothing to say about %s", async (_, old, next) => {
    const findings = await compareDefinitions(crd(old), crd(next));
    expect(findings.filter(({ level }) => level === "breaking")).toEqual([]);
  });
});
