import { describe, expect, it } from "vitest";
import { printFieldError } from "../field/field-error.ts";
import { fieldPath } from "../field/field-path.ts";
import { validateLabelSelector } from "./validate-label-selector.ts";

const path = fieldPath("spec", "selector");

describe("validateLabelSelector()", () => {
  it("accepts an absent, an empty and a good selector", () => {
    expect(validateLabelSelector(undefined, path)).toEqual([]);
    expect(validateLabelSelector({}, path)).toEqual([]);
    const matchExpressions = [
      { key: "a", operator: "In", values: ["x"] },
      { key: "b", operator: "Exists" },
    ];
    expect(validateLabelSelector({ matchLabels: { a: "b" }, matchExpressions }, path)).toEqual([]);
  });

  it.each([
    [
      { key: "a", operator: "NotIn" },
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      { key: "a", operator: "Exists", values: ["x"] },
      "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      { key: "a", operator: "Like" },
      'spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator',
    ],
  ])("refuses %j", (expression, sentence) => {
    expect(validateLabelSelector({ matchExpressions: [expression] }, path).map(printFieldError)).toEqual([sentence]);
  });

  it("checks keys and values", () => {
    const matchExpressions = [{ key: "-", operator: "In", values: ["ok", "not ok"] }];
    const errors = validateLabelSelector({ matchLabels: { "": "a" }, matchExpressions }, path);
    expect(errors.map((error) => error.field)).toEqual([
      "spec.selector.matchLabels",
      "spec.selector.matchLabels",
      "spec.selector.matchExpressions[0].key",
      "spec.selector.matchExpressions[0].values[1]",
    ]);
  });
});
