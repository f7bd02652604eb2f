import { isIpv4Address, isIpv6Address } from "./ip-address.ts";

/** Kubernetes: any address with a dot in it, so `::ffff:1.2.3.4` is one; leading zeros are tolerated. */
export function isIpv4(text: string): boolean {
  return isIpv4Address(text, "sloppy") || (text.includes(".") && isIpv6Address(text, "sloppy"));
}
