import { asText, type FieldError, type FieldPath, invalid, type JsonValue, quoteGo } from "@kiln/api";
import { type IpAddress, parseIp, printIp } from "./ip-address.ts";

/** A CIDR in a field of older kinds, which accept more forms than the canonical one. */
export interface Cidr {
  readonly address: IpAddress;
  /** How many bits all addresses of the block share. */
  readonly bits: number;
  /** The first address of the block. */
  readonly network: IpAddress;
  readonly hasLeadingZeros: boolean;
}

export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  const [head, tail] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = slash < 0 ? undefined : parseIp(head);
  if (address === undefined || !/^\d{1,9}$/.test(tail)) {
    return undefined;
  }
  const bits = Number(tail);
  if (bits > sizeOf(address)) {
    return undefined;
  }
  return {
    address,
    bits,
    network: maskIp(address, bits),
    hasLeadingZeros: address.hasLeadingZeros || /^0\d/.test(tail),
  };
}

function sizeOf({ family }: IpAddress): number {
  return family === "IPv4" ? 32 : 128;
}

function maskIp(address: IpAddress, bits: number): IpAddress {
  const kept = bits + 128 - sizeOf(address);
  const groups = address.groups.map((group, i) => {
    const ofGroup = Math.min(16, Math.max(0, kept - 16 * i));
    return group & ((0xffff << (16 - ofGroup)) & 0xffff);
  });
  return { ...address, groups };
}

function printCidr({ network, bits }: Cidr): string {
  return `${printIp(network)}/${bits}`;
}

/** Whether the block contains an address. */
export function cidrContains({ address, network, bits }: Cidr, other: IpAddress): boolean {
  const masked = maskIp(other, bits);
  return other.family === address.family && network.groups.every((group, i) => group === masked.groups[i]);
}

/** Rules for fields older than strict validation. Stored invalid values may stay. */
export function checkCidr(
  value: JsonValue | undefined,
  path: FieldPath,
  { stored }: { readonly stored?: ReadonlySet<string> } = {},
): FieldError[] {
  const text = asText(value);
  if (stored?.has(text) === true) {
    return [];
  }
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    return [invalid(path, text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)")];
  }
  if (cidr.hasLeadingZeros) {
    return [invalid(path, text, "must not have leading 0s in IP or prefix length")];
  }
  if (cidr.address.isMapped) {
    return [invalid(path, text, "must not have an IPv4-mapped IPv6 address")];
  }
  return hasMoreBits(cidr) ? [invalid(path, text, "must not have bits set beyond the prefix length")] : [];
}

function hasMoreBits({ address, network }: Cidr): boolean {
  return address.groups.some((group, i) => group !== network.groups[i]);
}

/** Rules for fields that always required the canonical form. */
export function checkCanonicalCidr(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const text = asText(value);
  const faults = checkCidr(text, path);
  const printed = faults.length > 0 ? text : printCidr(parseCidr(text) as Cidr);
  return printed === text ? faults : [invalid(path, text, `must be in canonical form (${quoteGo(printed)})`)];
}

/** Warning about an ambiguous block. */
export function warnOfCidr(value: JsonValue | undefined, path: FieldPath): string[] {
  const text = asText(value);
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    return [];
  }
  const printed = printCidr(cidr);
  const warnings: string[] = [];
  if (hasMoreBits(cidr)) {
    const single = `${printIp(cidr.address)}/${sizeOf(cidr.address)}`;
    warnings.push(
      `${path}: CIDR value ${quoteGo(text)} is ambiguous in this context (should be ${quoteGo(printed)} or ${quoteGo(single)}?)`,
    );
  }
  if (cidr.hasLeadingZeros || cidr.address.isMapped) {
    warnings.push(`${path}: non-standard CIDR value ${quoteGo(text)} is invalid: use ${quoteGo(printed)}`);
  }
  if (warnings.length === 0 && cidr.address.family === "IPv6" && printed !== text) {
    warnings.push(
      `${path}: IPv6 CIDR value ${quoteGo(text)} should be in RFC 5952 canonical format (${quoteGo(printed)})`,
    );
  }
  return warnings;
}
