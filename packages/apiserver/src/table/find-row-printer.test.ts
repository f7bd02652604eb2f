import type { JsonObject } from "@kiln/api";
import { allFeatures, nativeResources, packages } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { findRowPrinter } from "./find-row-printer.ts";

const NOW = new Date("2026-01-02T03:04:05Z");
const natives = nativeResources(packages, [], { semantics: "upstream", features: allFeatures });

function rowOf(kind: string, object: JsonObject) {
  const resource = natives.find(({ names }) => names.kind === kind);
  return resource === undefined ? undefined : findRowPrinter(resource).cells(object, NOW);
}

describe("findRowPrinter()", () => {
  it("shows the selector of a binding's parameters as Go prints its structure", () => {
    const selector = {
      matchLabels: { b: "2", a: "1" },
      matchExpressions: [
        { key: "x", operator: "In", values: ["1", "2"] },
        { key: "y", operator: "Exists" },
      ],
    };
    const object = { metadata: { name: "b" }, spec: { policyName: "p", paramRef: { selector } } };
    expect(rowOf("ValidatingAdmissionPolicyBinding", object)?.[2]).toBe(
      "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:x,Operator:In,Values:[1 2],},LabelSelectorRequirement{Key:y,Operator:Exists,Values:[],},},}",
    );
  });
});
