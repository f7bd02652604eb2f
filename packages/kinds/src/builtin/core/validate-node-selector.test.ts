import { fieldPath, type JsonObject, printFieldErrors } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { warnOfNodeSelectorTerm, warnOfNodeTopology } from "./deprecated-node-labels.ts";
import { validateNodeSelector } from "./validate-node-selector.ts";

const path = fieldPath("required");

function term(matchExpressions: JsonObject[], matchFields: JsonObject[] = []): JsonObject {
  return { nodeSelectorTerms: [{ matchExpressions, matchFields }] };
}

describe("validateNodeSelector()", () => {
  it.each([
    [term([{ key: "a", operator: "In", values: ["b"] }]), ""],
    [{}, "required.nodeSelectorTerms: Required value: must have at least one node selector term"],
    [
      term([{ key: "a", operator: "In" }]),
      "required.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      term([{ key: "a", operator: "Exists", values: ["b"] }]),
      "required.nodeSelectorTerms[0].matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      term([{ key: "a", operator: "Gt", values: [] }]),
      "required.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
    ],
    [
      term([{ key: "a", operator: "Odd" }]),
      'required.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "Odd": not a valid selector operator',
    ],
    [
      term([], [{ key: "metadata.uid", operator: "In", values: ["x"] }]),
      'required.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key',
    ],
    [
      term([], [{ key: "metadata.name", operator: "In", values: [] }]),
      "required.nodeSelectorTerms[0].matchFields[0].values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    ],
  ])("judges %j", (selector, errors) => {
    expect(printFieldErrors(validateNodeSelector(selector as JsonObject, path))).toBe(errors);
  });
});

describe("warnings about labels of nodes", () => {
  it("say what to use instead", () => {
    const expression = { key: "beta.kubernetes.io/os", operator: "In", values: ["a b"] };
    const advice = 'deprecated since v1.14; use "kubernetes.io/os" instead';
    expect(warnOfNodeSelectorTerm({ matchExpressions: [expression] }, path, { checksValues: false })).toEqual([
      `required.matchExpressions[0].key: beta.kubernetes.io/os is ${advice}`,
    ]);
    expect(warnOfNodeTopology({ matchLabels: { "beta.kubernetes.io/os": "x" } }, path)).toEqual([
      `required.matchLabels.beta.kubernetes.io/os: ${advice}`,
    ]);
  });
});
