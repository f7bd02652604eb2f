import { type IpAddress, parseIp, printIp } from "./ip-address.ts";

/** A CIDR block. Its address may have any form that {@link parseIp} accepts. */
export interface Cidr {
  readonly address: IpAddress;
  /** Length of the prefix that all addresses of the block share, in bits. */
  readonly bits: number;
  /** First address of the block. */
  readonly network: IpAddress;
  readonly hasLeadingZeros: boolean;
}

export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  const [head, tail] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = slash < 0 ? undefined : parseIp(head);
  if (address === undefined || !/^\d+$/.test(tail)) {
    return undefined;
  }
  const bits = Number(tail);
  if (bits > ipBits(address)) {
    return undefined;
  }
  return {
    address,
    bits,
    network: maskIp(address, bits),
    hasLeadingZeros: address.hasLeadingZeros || /^0\d/.test(tail),
  };
}

/** Number of bits in an address: 32 or 128. */
export function ipBits({ family }: IpAddress): number {
  return family === "IPv4" ? 32 : 128;
}

function maskIp(address: IpAddress, bits: number): IpAddress {
  const kept = bits + 128 - ipBits(address);
  const groups = address.groups.map((group, i) => {
    const ofGroup = Math.min(16, Math.max(0, kept - 16 * i));
    return group & ((0xffff << (16 - ofGroup)) & 0xffff);
  });
  return { ...address, groups };
}

/** Prints the block in canonical form. */
export function printCidr({ network, bits }: Cidr): string {
  return `${printIp(network)}/${bits}`;
}

/** Whether the block contains an address. */
export function cidrContains({ address, network, bits }: Cidr, other: IpAddress): boolean {
  const masked = maskIp(other, bits);
  return other.family === address.family && network.groups.every((group, i) => group === masked.groups[i]);
}

/** Whether the address has bits set beyond the prefix length. */
export function hasHostBits({ address, network }: Cidr): boolean {
  return address.groups.some((group, i) => group !== network.groups[i]);
}
