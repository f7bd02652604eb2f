import { fieldPath, printFieldErrors } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkCanonicalCidr, checkCidr, warnOfCidr } from "./check-cidr.ts";

const path = fieldPath("cidr");

describe("checkCidr()", () => {
  it.each([
    ["10.0.0.0/8", ""],
    ["2001:db8::/64", ""],
    ["10.0.0.1/8", "must not have bits set beyond the prefix length"],
    ["010.0.0.0/8", "must not have leading 0s in IP or prefix length"],
    ["10.0.0.0/08", "must not have leading 0s in IP or prefix length"],
    ["::ffff:10.0.0.0/104", "must not have an IPv4-mapped IPv6 address"],
    ["10.0.0.0/33", "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"],
    ["10.0.0.0", "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"],
    ["", "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"],
  ])("judges %j", (text, fault) => {
    expect(printFieldErrors(checkCidr(text, path))).toBe(
      fault === "" ? "" : `cidr: Invalid value: ${JSON.stringify(text)}: ${fault}`,
    );
  });

  it("lets what is stored be", () => {
    expect(checkCidr("10.0.0.1/8", path, { stored: new Set(["10.0.0.1/8"]) })).toEqual([]);
  });
});

describe("checkCanonicalCidr()", () => {
  it("wants the one form", () => {
    expect(printFieldErrors(checkCanonicalCidr("2001:DB8::/64", path))).toBe(
      'cidr: Invalid value: "2001:DB8::/64": must be in canonical form ("2001:db8::/64")',
    );
  });
});

describe("warnOfCidr()", () => {
  it.each([
    ["10.0.0.0/8", []],
    [
      "10.0.0.1/8",
      ['cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)'],
    ],
    ["010.0.0.0/8", ['cidr: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"']],
    [
      "2001:DB8::/64",
      ['cidr: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")'],
    ],
  ])("advises on %j", (text, warnings) => {
    expect(warnOfCidr(text, path)).toEqual(warnings);
  });
});
