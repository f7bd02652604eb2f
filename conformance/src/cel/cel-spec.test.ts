import { describe, expect, it } from "vitest";
import { deliberateDifferences, knownGaps } from "./known-differences.ts";
import { reasonOutside } from "./outside-kubernetes.ts";
import { runSpecCase } from "./run-spec-case.ts";
import { readSpecCases, type SpecCase } from "./spec-case.ts";

const inside = readSpecCases().filter((spec) => reasonOutside(spec) === undefined);
const differing = new Set(deliberateDifferences.flatMap(({ paths }) => paths));
const missing = new Set(knownGaps.map(({ path }) => path));
const byPath = new Map(inside.map((spec) => [spec.path, spec]));

describe("the language's own conformance data", () => {
  const files = [...new Set(inside.map((spec) => spec.file))];

  it.each(files)("passes every case of %s that Kubernetes' environment has", (file) => {
    const faults = inside
      .filter((spec) => spec.file === file && !differing.has(spec.path) && !missing.has(spec.path))
      .flatMap(explain);
    expect(faults).toEqual([]);
  });

  it.each([...differing, ...missing])("still has a reason not to pass %s", (path) => {
    const spec = byPath.get(path);
    expect(spec, "there is no such case").toBeDefined();
    expect(spec === undefined ? [] : explain(spec), "it passes now: take it off the list").not.toEqual([]);
  });

  it("has hardly any gaps", () => {
    expect(knownGaps.length).toBeLessThan((inside.length - differing.size) / 100);
  });
});

function explain(spec: SpecCase): string[] {
  const fault = runSpecCase(spec);
  return fault === undefined ? [] : [`${spec.path}: ${spec.expression} ${fault}`];
}
