import { isIpv6Address } from "./ip-address.ts";

export function isIpv6(text: string): boolean {
  return isIpv6Address(text, "strict");
}
