import { type IpAddress, parseIp, printIp } from "./ip-address.ts";

/** A CIDR, with an address in any of the forms that {@link parseIp} accepts. */
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

/** 32 or 128. */
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

/** The network in canonical form. */
export function printCidr({ network, bits }: Cidr): string {
  return `${printIp(network)}/${bits}`;
}

/** Whether the block contains an address. */
export function cidrContains({ address, network, bits }: Cidr, other: IpAddress): boolean {
  const masked = maskIp(other, bits);
  return other.family === address.family && network.groups.every((group, i) => group === masked.groups[i]);
}

/** Whether bits of the address are set beyond the prefix length. */
export function hasHostBits({ address, network }: Cidr): boolean {
  return address.groups.some((group, i) => group !== network.groups[i]);
}
