import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compilePolicies } from "./compile-policies.ts";
import { compileRules } from "./compile-rules.ts";
import { readDefinition } from "./definition.ts";
import type { KubernetesVersion } from "./kubernetes-version.ts";

const IMMUTABLE = { "x-kubernetes-mutability": "Immutable" };
const UNION: JsonObject = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "string" } },
  "x-kubernetes-unions": [{ "fields-to-discriminateBy": { a: "A", b: "B" } }],
};

function crd(properties: JsonObject, version: JsonObject = {}): JsonObject {
  const schema = { openAPIV3Schema: { type: "object", properties } };
  return {
    metadata: { name: "ovens.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "ovens", kind: "Oven" },
      versions: [{ name: "v1", served: true, schema, ...version }],
    },
  };
}

function compile(object: JsonObject, kubernetes: KubernetesVersion = "1.36") {
  return compilePolicies(readDefinition(object).definition, { kubernetes });
}

function namesOf(objects: readonly JsonObject[]): unknown[] {
  return objects.map(({ kind, metadata }) => `${kind} ${(metadata as JsonObject).name}`);
}

function lostIn({ findings }: ReturnType<typeof compile>): string[] {
  return findings.filter(({ kind }) => kind === "lost").map(({ place, reason }) => `${place}: ${reason}`);
}

describe("compilePolicies()", () => {
  it("makes nothing of a CRD without marks, or of a version that is not served", () => {
    expect(compile(crd({ a: { type: "string" } }))).toEqual({ objects: [], findings: [] });
    expect(compile(crd({ a: { type: "string", ...IMMUTABLE } }, { served: false })).objects).toEqual([]);
  });

  it("gives a union a policy that clears and one that refuses", () => {
    expect(namesOf(compile(crd({ u: UNION })).objects)).toEqual([
      "ValidatingAdmissionPolicy unions.v1.ovens.example.com",
      "ValidatingAdmissionPolicyBinding unions.v1.ovens.example.com",
      "MutatingAdmissionPolicy normalize.v1.ovens.example.com",
      "MutatingAdmissionPolicyBinding normalize.v1.ovens.example.com",
    ]);
  });

  it.each([
    ["AddOnly", ["stricter"]],
    ["Immutable", []],
  ])("judges the scale subresource where its field is marked %s", (mark, kinds) => {
    const object = crd(
      { replicas: { type: "integer", "x-kubernetes-mutability": mark } },
      { subresources: { scale: { specReplicasPath: ".replicas" } } },
    );
    const { objects, findings } = compile(object);
    expect(namesOf(objects)).toContain("ValidatingAdmissionPolicy scale.v1.ovens.example.com");
    expect(findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each<[string, JsonObject, KubernetesVersion, RegExp | undefined]>([
    ["a field", { type: "string", ...IMMUTABLE }, "1.30", undefined],
    ["a field", { type: "string", ...IMMUTABLE }, "1.29", /has no ValidatingAdmissionPolicy/],
    ["items by index", { type: "array", items: { type: "string", ...IMMUTABLE } }, "1.33", undefined],
    ["items by index", { type: "array", items: { type: "string", ...IMMUTABLE } }, "1.32", /1\.32 cannot say it/],
    ["a union", UNION, "1.34", undefined],
    ["a union", UNION, "1.33", /has no MutatingAdmissionPolicy/],
    ["a union in a list", { type: "array", items: UNION }, "1.35", undefined],
    ["a union in a list", { type: "array", items: UNION }, "1.34", /1\.34 cannot say it/],
  ])("knows whether %s can be said: %j on %s", (_, field, kubernetes, lost) => {
    const said = lostIn(compile(crd({ field }), kubernetes)).join("\n");
    expect(said).toMatch(lost ?? /^$/);
  });
});

describe("compileRules()", () => {
  it.each<[string, JsonObject, KubernetesVersion, RegExp | undefined]>([
    ["a field", { type: "string", ...IMMUTABLE }, "1.25", undefined],
    ["a field", { type: "string", ...IMMUTABLE }, "1.24", /needs Kubernetes 1\.25/],
    ["items by index", { type: "array", maxItems: 9, items: { type: "integer", ...IMMUTABLE } }, "1.33", undefined],
    ["items by index", { type: "array", maxItems: 9, items: { type: "integer", ...IMMUTABLE } }, "1.32", /1\.33/],
    ["a date", { type: "string", format: "date-time", ...IMMUTABLE }, "1.36", /spellings of one date-time/],
    ["a field that may be null", { type: "string", nullable: true, ...IMMUTABLE }, "1.36", /null from absent/],
    ["an endless list", { type: "array", items: { type: "integer", ...IMMUTABLE } }, "1.36", /cost/],
  ])("knows whether %s can be said: %j on %s", (_, field, kubernetes, lost) => {
    const object = crd({ field });
    const said = lostIn(compileRules(readDefinition(object).definition, object, { kubernetes })).join("\n");
    expect(said).toMatch(lost ?? /^$/);
  });
});
