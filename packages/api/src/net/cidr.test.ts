import { describe, expect, it } from "vitest";
import { type Cidr, cidrContains, parseCidr, printCidr } from "./cidr.ts";
import { parseIp } from "./ip-address.ts";

describe("parseCidr()", () => {
  it.each([
    ["10.1.2.3/8", "10.0.0.0/8"],
    ["10.0.0.0/0000000008", "10.0.0.0/8"],
    ["2001:DB8::1/32", "2001:db8::/32"],
    ["10.0.0.0/33", undefined],
    ["10.0.0.0/", undefined],
    ["10.0.0.0/-1", undefined],
    ["10.0.0.0", undefined],
  ])("%s is the network %s", (text, printed) => {
    const cidr = parseCidr(text);
    expect(cidr && printCidr(cidr)).toBe(printed);
  });
});

describe("cidrContains()", () => {
  it.each([
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "2001:db8::1", false],
    ["2001:db8::/33", "2001:db8:7fff::", true],
    ["2001:db8::/33", "2001:db8:8000::", false],
  ])("%s has %s: %s", (cidr, address, isIn) => {
    expect(cidrContains(parseCidr(cidr) as Cidr, parseIp(address) as never)).toBe(isIn);
  });
});
