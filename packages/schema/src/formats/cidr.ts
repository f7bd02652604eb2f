import { isIpv4Address, isIpv6Address } from "./ip-address.ts";

/** Kubernetes: leading zeros are tolerated, as Go once did. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) {
    return false;
  }
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  if (!/^\d+$/.test(bits)) {
    return false;
  }
  return isIpv4Address(address, "sloppy")
    ? Number(bits) <= 32
    : isIpv6Address(address, "sloppy") && Number(bits) <= 128;
}
