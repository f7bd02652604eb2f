import { describe, expect, it } from "vitest";
import { parseServiceNetwork } from "./service-network.ts";

describe("parseServiceNetwork()", () => {
  it.each([
    ["10.0.0.0/24", "10.0.0.0/24", "10.0.0.1", "10.0.0.17", "10.0.0.254"],
    ["10.96.0.0/12", "10.96.0.0/12", "10.96.0.1", "10.96.1.1", "10.111.255.254"],
    ["172.20.3.9/16", "172.20.0.0/16", "172.20.0.1", "172.20.1.1", "172.20.255.254"],
    ["192.168.7.0/28", "192.168.7.0/28", "192.168.7.1", "192.168.7.1", "192.168.7.14"],
  ])("reads %s: the server at its first address, a sixteenth of it left to clients", (text, cidr, own, first, last) => {
    const { value: network } = parseServiceNetwork(text);
    expect([network?.cidr, network?.ownAddress]).toEqual([cidr, own]);
    expect([network?.print(network.allocated.first), network?.print(network.allocated.last)]).toEqual([first, last]);
    expect([own, last].map((address) => network?.contains(address))).toEqual([true, true]);
  });

  it.each(["10.96.0.0", "10.96.0.255", "10.95.0.1", "10.96.0.01", "10.96.1", "fd00::1", ""])(
    "does not contain %j",
    (address) => {
      expect(parseServiceNetwork("10.96.0.0/24").value?.contains(address)).toBe(false);
    },
  );

  it.each(["10.0.0.0", "10.0.0.0/8", "10.0.0.0/31", "fd00::/108", "10.0.0/24", "x/24", "10.0.0.0/x"])(
    "refuses %s",
    (text) => {
      expect(parseServiceNetwork(text).error).toContain("takes an IPv4 network with a mask of /12 to /30");
    },
  );
});
