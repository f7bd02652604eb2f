import { fieldPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkIp, parseIp, printIp, warnOfIp } from "./ip-address.ts";

const PATH = fieldPath("spec", "ip");

describe("IP addresses", () => {
  it.each([
    ["10.9.8.7", "10.9.8.7"],
    ["010.0.0.1", "10.0.0.1"],
    ["::", "::"],
    ["::1", "::1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ])("%s is %s", (text, printed) => {
    const address = parseIp(text);
    expect(address && printIp(address)).toBe(printed);
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.256",
    "1.2.3.4.5",
    "1.2.3.-4",
    ":",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "fe80::1%eth0",
    "12345::",
  ])("%s is none", (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  it.each([
    ["x", "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"],
    ["010.0.0.1", "must not have leading 0s"],
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
