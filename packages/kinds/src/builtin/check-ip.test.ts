import { fieldPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkIp, warnOfIp } from "./check-ip.ts";

const PATH = fieldPath("spec", "ip");

describe("IP addresses", () => {
  it.each([
    ["x", "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"],
    ["010.0.0.1", "must not have leading 0s"],
    ["00001::", "must not have leading 0s"],
    ["1.2.3.4::", "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"],
    ["::ffff:1.2.3.4", "must not be an IPv4-mapped IPv6 address"],
  ])("%s is refused in old fields, unless it was there", (text, detail) => {
    expect(checkIp(text, PATH)).toEqual([{ reason: "FieldValueInvalid", field: "spec.ip", value: text, detail }]);
    expect(checkIp(text, PATH, { stored: new Set([text]) })).toEqual([]);
  });

  it.each([
    ["10.0.0.1", []],
    ["010.0.0.1", ['spec.ip: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"']],
    ["FE80::1", ['spec.ip: IPv6 address "FE80::1" should be in RFC 5952 canonical format ("fe80::1")']],
  ])("%s is advised about", (text, warnings) => {
    expect(warnOfIp(text, PATH)).toEqual(warnings);
  });
});
