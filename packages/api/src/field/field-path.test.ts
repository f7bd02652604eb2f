import { describe, expect, it } from "vitest";
import { fieldPath, rootPath } from "./field-path.ts";

describe("fieldPath()", () => {
  it.each([
    [fieldPath("spec"), "spec"],
    [fieldPath("spec", "ports").index(0).child("name"), "spec.ports[0].name"],
    [fieldPath("metadata", "labels").key("a.b/c"), "metadata.labels[a.b/c]"],
    [fieldPath("a").key("b").index(1).key(""), "a[b][1][]"],
    [rootPath, "<nil>"],
    [rootPath.child("values").index(0), "values[0]"],
    [rootPath.index(3), "[3]"],
    [fieldPath(""), "[]"],
    [fieldPath("").child("a"), "[].a"],
    [fieldPath("a", "", "b"), "a[].b"],
    [fieldPath(), "<nil>"],
    [fieldPath("a").entry("b.c").child("d"), "a.b.c.d"],
  ])("prints as %2$s", (path, text) => {
    expect(path.toString()).toBe(text);
  });

  it("names fields alone as Go does, without items and entries", () => {
    expect(fieldPath("spec", "a").index(0).child("b").entry("c").child("d").key("e").toStructFields()).toBe(
      "spec.a.b.d",
    );
  });

  it("leaves a path as it was when it is extended", () => {
    const spec = fieldPath("spec");
    spec.child("a");
    spec.index(1);
    expect(spec.child("b").toString()).toBe("spec.b");
    expect(spec.toString()).toBe("spec");
  });
});
