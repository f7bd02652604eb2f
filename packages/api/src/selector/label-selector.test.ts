import { describe, expect, it } from "vitest";
import {
  createLabelRequirement,
  fromLabelSelectorObject,
  type LabelOperator,
  matchesLabelSelector,
  nothingSelector,
  printLabelSelector,
} from "./label-selector.ts";

describe("fromLabelSelectorObject()", () => {
  it("joins labels and expressions, sorted by key", () => {
    const { value } = fromLabelSelectorObject({
      matchLabels: { tier: "web", app: "a" },
      matchExpressions: [
        { key: "env", operator: "In", values: ["prod", "dev"] },
        { key: "old", operator: "DoesNotExist" },
        { key: "new", operator: "Exists", values: null },
        { key: "zone", operator: "NotIn", values: ["x"] },
      ],
    });
    expect(printLabelSelector(value ?? [])).toBe("app=a,env in (dev,prod),new,!old,tier=web,zone notin (x)");
  });

  it("selects nothing when absent and everything when empty", () => {
    expect(fromLabelSelectorObject(undefined).value).toBe(nothingSelector);
    expect(fromLabelSelectorObject(null).value).toBe(nothingSelector);
    expect(matchesLabelSelector(nothingSelector, { "": "" })).toBe(false);
    expect(printLabelSelector(nothingSelector)).toBe("");
    expect(fromLabelSelectorObject({}).value).toEqual([]);
    expect(matchesLabelSelector([], undefined)).toBe(true);
  });

  it.each([
    [{ key: "a", operator: "Gt", values: ["1"] }, '"Gt" is not a valid label selector operator'],
    [
      { key: "a", operator: "In" },
      "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    ],
    [
      { key: "a", operator: "Exists", values: ["x"] },
      'values: Invalid value: ["x"]: values set must be empty for exists and does not exist',
    ],
  ])("refuses %j", (expression, error) => {
    expect(fromLabelSelectorObject({ matchExpressions: [expression] })).toEqual({ error });
  });
});

describe("createLabelRequirement()", () => {
  it("lists everything that is wrong", () => {
    const { error } = createLabelRequirement({ key: "-a", operator: "gt", values: ["x", "-5"] });
    expect(error).toMatch(/^\[key: Invalid value: "-a": name part must consist of/);
    expect(error).toContain(
      "values: Invalid value: [\"x\",\"-5\"]: for 'Gt', 'Lt' operators, exactly one value is required, values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer, values[1][-a]: Invalid value: \"-5\": a valid label must be",
    );
  });

  it("wants one value for an exact match", () => {
    expect(createLabelRequirement({ key: "a", operator: "=", values: ["x", "y"] }).error).toBe(
      'values: Invalid value: ["x","y"]: exact-match compatibility requires one single value',
    );
  });
});

describe("matchesLabelSelector()", () => {
  const labels = JSON.parse('{"a":"x","n":"5","empty":"","__proto__":"p"}');
  it.each<[string, LabelOperator, string[], boolean]>([
    ["a", "=", ["x"], true],
    ["a", "==", ["y"], false],
    ["a", "!=", ["y"], true],
    ["none", "!=", ["y"], true],
    ["a", "in", ["x", "y"], true],
    ["none", "in", [""], false],
    ["empty", "in", [""], true],
    ["a", "notin", ["x"], false],
    ["none", "notin", ["x"], true],
    ["a", "exists", [], true],
    ["none", "exists", [], false],
    ["none", "!", [], true],
    ["n", "gt", ["4"], true],
    ["n", "gt", ["5"], false],
    ["n", "lt", ["9223372036854775807"], true],
    ["a", "gt", ["1"], false],
    ["none", "lt", ["1"], false],
    ["toString", "exists", [], false],
    ["__proto__", "=", ["p"], true],
  ])("%s %s %j: %j", (key, operator, values, expected) => {
    expect(matchesLabelSelector([{ key, operator, values }], labels)).toBe(expected);
  });

  it("wants all conditions to hold", () => {
    const selector = fromLabelSelectorObject({ matchLabels: { a: "x", n: "6" } }).value ?? [];
    expect(matchesLabelSelector(selector, labels)).toBe(false);
    expect(matchesLabelSelector(selector, { ...labels, n: "6" })).toBe(true);
    expect(matchesLabelSelector(selector, null)).toBe(false);
  });
});
