import { describe, expect, it } from "vitest";
import { describeGoValue, printGoMismatch } from "./describe-go-value.ts";

describe("describeGoValue()", () => {
  it("has Go's words for what JSON can say", () => {
    const values = [[], {}, null, true, 1, 2n ** 63n, "x"];
    expect(values.map(describeGoValue)).toEqual(["array", "object", "null", "bool", "number", "number", "string"]);
  });
});

describe("printGoMismatch()", () => {
  it("names the field by its struct", () => {
    expect(printGoMismatch({ found: "array", struct: "Pod", field: "spec", type: "v1.PodSpec" })).toBe(
      "json: cannot unmarshal array into Go struct field Pod.spec of type v1.PodSpec",
    );
  });
});
