import { describe, expect, it } from "vitest";
import {
  checkAnnotationKey,
  checkCIdentifier,
  checkConfigMapKey,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkFieldManagerCharacters,
  checkHttpHeaderName,
  checkLabelKey,
  checkLabelValue,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkPercent,
  checkPortName,
  checkPortNumber,
  checkRelaxedEnvVarName,
  checkWildcardDns1123Subdomain,
  type NameFaults,
} from "./names.ts";

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const KEY =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

type Check = (value: string) => NameFaults;

describe("names", () => {
  it.each<[string, Check, string]>([
    ["a DNS label", checkDns1123Label, "1-a"],
    ["a DNS subdomain", checkDns1123Subdomain, "a.b-1.c"],
    ["a DNS-1035 label", checkDns1035Label, "a-1"],
    ["a wildcard", checkWildcardDns1123Subdomain, "*.example.com"],
    ["a label key", checkLabelKey, "My_Name.1"],
    ["a prefixed label key", checkLabelKey, "example.com/My_Name"],
    ["an annotation key", checkAnnotationKey, "EXAMPLE.com/Name"],
    ["an empty label value", checkLabelValue, ""],
    ["a path segment", checkPathSegmentName, "system:Role one"],
    ["a C identifier", checkCIdentifier, "_a1"],
    ["a relaxed environment variable", checkRelaxedEnvVarName, "1 any!thing"],
    ["a ConfigMap key", checkConfigMapKey, ".a_B-1"],
    ["a port name", checkPortName, "http-2"],
    ["a percentage", checkPercent, "15%"],
    ["a header name", checkHttpHeaderName, "X-Name"],
  ])("accept %s", (_, check, value) => {
    expect(check(value)).toEqual([]);
  });

  it.each<[Check, string, readonly string[]]>([
    [checkDns1123Label, "Bad_Name", [LABEL]],
    [checkDns1123Label, "", [LABEL]],
    [checkDns1123Label, "a\n", [LABEL]],
    [checkDns1123Label, "a.b", ["must not contain dots"]],
    [checkDns1123Label, "a".repeat(64), ["must be no more than 63 characters"]],
    [checkDns1123Label, "é".repeat(32), ["must be no more than 63 characters", LABEL]],
    [checkDns1123Subdomain, "a..b", [SUBDOMAIN]],
    [checkDns1123Subdomain, "a".repeat(254), ["must be no more than 253 characters"]],
    [checkLabelKey, "", ["name part must be non-empty", `name part ${KEY}`]],
    [checkLabelKey, "k".repeat(64), ["name part must be no more than 63 bytes"]],
    [checkLabelKey, "/a", ["prefix part must be non-empty"]],
    [checkLabelKey, "Up.per/x", [`prefix part ${SUBDOMAIN}`]],
    [checkLabelKey, `${"a".repeat(254)}/x`, ["prefix part must be no more than 253 bytes"]],
    [
      checkLabelKey,
      "a/b/c",
      [`a valid label key ${KEY} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
    ],
    [checkLabelValue, "bad value", [VALUE]],
    [checkLabelValue, "v".repeat(64), ["must be no more than 63 bytes"]],
    [checkPathSegmentName, ".", ["may not be '.'"]],
    [checkPathSegmentName, "..", ["may not be '..'"]],
    [checkPathSegmentName, "a/b%", ["may not contain '/'", "may not contain '%'"]],
    [checkPathSegmentPrefix, "a%", ["may not contain '%'"]],
    [checkRelaxedEnvVarName, "", ["environment variable name must be non-empty"]],
    [
      checkRelaxedEnvVarName,
      "a=b",
      ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
    ],
    [checkConfigMapKey, "..", ["must not be '..'"]],
    [checkConfigMapKey, "..a", ["must not start with '..'"]],
    [
      checkPortName,
      "-A--1",
      [
        "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        "must contain at least one letter (a-z)",
        "must not contain consecutive hyphens",
        "must not begin or end with a hyphen",
      ],
    ],
    [checkPortName, "a".repeat(16), ["must be no more than 15 characters"]],
  ])("%o says of %j", (check, value, faults) => {
    expect(check(value)).toEqual(faults);
  });

  it.each<[Check, string]>([
    [checkDns1035Label, "1a"],
    [checkWildcardDns1123Subdomain, "*.*.com"],
    [checkCIdentifier, "a-b"],
    [checkConfigMapKey, "a/b"],
    [checkPercent, "5"],
    [checkHttpHeaderName, "a_b"],
  ])("%o shows its expression to %j", (check, value) => {
    expect(check(value)[0]).toMatch(/\(e\.g\. '.*regex used for validation is '.*'\)$/);
  });

  it("survive long texts", () => {
    const long = `${"a".repeat(2_000_000)}!`;
    for (const check of [checkDns1123Label, checkDns1123Subdomain, checkLabelKey, checkLabelValue, checkConfigMapKey]) {
      expect(check(long)).toHaveLength(2);
    }
    expect(checkDns1123Subdomain(`${"a.".repeat(500_000)}!`)).toHaveLength(2);
  });
});

describe("checkPortNumber()", () => {
  it("allows 1 to 65535", () => {
    expect([1, 65535, 443n].map(checkPortNumber)).toEqual([[], [], []]);
    expect(checkPortNumber(0)).toEqual(["must be between 1 and 65535, inclusive"]);
  });
});

describe("checkFieldManagerCharacters()", () => {
  it("names each character that cannot be printed, and its byte", () => {
    expect(checkFieldManagerCharacters("a\tb")).toEqual(["invalid character U+0009 (at position 1)"]);
    expect(checkFieldManagerCharacters("é\u200b\u{e0001}")).toEqual([
      "invalid character U+200B (at position 2)",
      "invalid character U+E0001 (at position 5)",
    ]);
    expect(checkFieldManagerCharacters("kubectl é")).toEqual([]);
  });
});
