import { describe, expect, it } from "vitest";
import { parseIp, printIp } from "./ip-address.ts";

describe("parseIp() and printIp()", () => {
  it.each([
    ["10.9.8.7", "10.9.8.7"],
    ["010.0.0.1", "10.0.0.1"],
    ["0000000000010.0.0.1", "10.0.0.1"],
    ["::", "::"],
    ["::1", "::1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
    ["00001::2", "1::2"],
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
    "1.2.3.4::",
    "1::2.3.4.5:6",
    ":::",
    "1:::2",
  ])("%s is none", (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  it.each([
    ["10.0.0.1", false],
    ["0.0.0.0", false],
    ["010.0.0.1", true],
    ["1:0db8::", false],
    ["1:00db8::", true],
    ["::1.2.3.04", true],
  ])("%s has leading zeros: %s", (text, hasLeadingZeros) => {
    expect(parseIp(text)?.hasLeadingZeros).toBe(hasLeadingZeros);
  });
});
