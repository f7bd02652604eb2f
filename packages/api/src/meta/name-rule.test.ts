import { describe, expect, it } from "vitest";
import {
  generateName,
  nameIsDns1035Label,
  nameIsDns1123Label,
  nameIsDns1123Subdomain,
  nameIsPathSegment,
} from "./name-rule.ts";

describe("name rules", () => {
  it("allow a dash at the end of a prefix only", () => {
    for (const rule of [nameIsDns1123Subdomain, nameIsDns1123Label, nameIsDns1035Label]) {
      expect(rule("web-", "prefix")).toEqual([]);
      expect(rule("web-", "name")).toHaveLength(1);
      expect(rule("-", "prefix")).toHaveLength(1);
    }
  });

  it("allow any prefix of a path segment, but not all of them as a name", () => {
    expect(nameIsPathSegment(".", "prefix")).toEqual([]);
    expect(nameIsPathSegment(".", "name")).toEqual(["may not be '.'"]);
  });
});

describe("generateName()", () => {
  it("appends five characters", () => {
    const numbers = [0, 0.5, 0.999, 0.1, 0.2];
    expect(generateName("web-", () => numbers.shift() as number)).toBe("web-br9dh");
  });

  it("cuts the prefix so that the name has 63 characters", () => {
    expect(generateName("a".repeat(100), () => 0)).toBe(`${"a".repeat(58)}bbbbb`);
  });
});
