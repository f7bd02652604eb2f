import { describe, expect, it } from "vitest";
import { escapeName, unescapeName } from "./escape-name.ts";

describe("unescapeName()", () => {
  it.each(["plain", "a.b-c/d", "a__b", "namespace"])("finds %s again", (name) => {
    expect(unescapeName(escapeName(name) ?? "")).toBe(name);
  });

  it.each(["a__b__c", "a__namespace__"])("does not know %s", (name) => {
    expect(unescapeName(name)).toBeUndefined();
  });
});
