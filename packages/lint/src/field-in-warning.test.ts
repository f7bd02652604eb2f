import { describe, expect, it } from "vitest";
import { fieldInWarning } from "./field-in-warning.ts";

describe("fieldInWarning()", () => {
  it.each([
    ['unknown field "spec.x"', "spec.x"],
    ['duplicate field "x"', "x"],
    ["spec.versions[0].x: not good", "spec.versions[0].x"],
    ['the pattern of "spec.fuel" has no anchors', "spec.fuel"],
    ["example.org/v1 Oven is deprecated", undefined],
    ['line 4: key "a" already set in map', undefined],
  ])("of %j is %j", (warning, field) => {
    expect(fieldInWarning(warning)).toBe(field);
  });
});
