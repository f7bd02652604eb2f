import { describe, expect, it } from "vitest";
import { printFieldError } from "../field/field-error.ts";
import { fieldPath } from "../field/field-path.ts";
import {
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./domain-names.ts";

const path = fieldPath("name");

describe("domain names", () => {
  it.each([
    [validateFullyQualifiedName, "a.example.com"],
    [validateFullyQualifiedDomainName, "example.com."],
    [validateDomainPrefixedPath, "acme.io/foo/Bar"],
  ])("%o accepts %s", (validate, text) => {
    expect(validate(path, text)).toEqual([]);
  });

  it.each([
    [validateFullyQualifiedName, "", "name: Required value"],
    [
      validateFullyQualifiedName,
      "example.com",
      'name: Invalid value: "example.com": should be a domain with at least three segments separated by dots',
    ],
    [validateFullyQualifiedDomainName, "", "name: Required value"],
    [
      validateFullyQualifiedDomainName,
      "com.",
      'name: Invalid value: "com": should be a domain with at least two segments separated by dots',
    ],
    [
      validateFullyQualifiedDomainName,
      `a.${"b".repeat(64)}`,
      `name: Invalid value: "${"b".repeat(64)}": must be no more than 63 characters`,
    ],
    [validateDomainPrefixedPath, "", "name: Required value"],
    [
      validateDomainPrefixedPath,
      "/foo",
      'name: Invalid value: "/foo": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [
      validateDomainPrefixedPath,
      "acme.io/a b",
      "name: Invalid value: \"a b\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
    ],
  ])("%o says of %j", (validate, text, sentence) => {
    expect(validate(path, text).map(printFieldError)).toEqual([sentence]);
  });

  it("report the host of a path, and a name as a whole", () => {
    expect(validateDomainPrefixedPath(path, "UP/foo")[0]?.value).toBe("UP");
    expect(validateFullyQualifiedName(path, "A.b.c")[0]?.value).toBe("A.b.c");
    expect(validateFullyQualifiedDomainName(path, "A.b")[0]?.value).toBe("A.b");
  });
});
