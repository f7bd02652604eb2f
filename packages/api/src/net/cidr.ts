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
  return { ...address, groups: address.groups.map((group, i) => group & maskOf(i, kept)) };
}

/** Mask of a group of an address of which `kept` of 128 bits are kept. */
function maskOf(group: number, kept: number): number {
  const ofGroup = Math.min(16, Math.max(0, kept - 16 * group));
  return (0xffff << (16 - ofGroup)) & 0xffff;
}

/** Prints the block in canonical form. */
export function printCidr({ network, bits }: Cidr): string {
  return `${printIp(network)}/${bits}`;
}

/** Whether the block contains an address. Allocates nothing: each address of an EndpointSlice is looked up in six blocks. */
export function cidrContains({ address, network, bits }: Cidr, { family, groups }: IpAddress): boolean {
  if (family !== address.family) {
    return false;
  }
  const kept = bits + 128 - ipBits(address);
  for (let i = 0; 16 * i < kept; i++) {
    if (((groups[i] as number) & maskOf(i, kept)) !== network.groups[i]) {
      return false;
    }
  }
  return true;
}

/** Whether the address has bits set beyond the prefix length. */
export function hasHostBits({ address, network }: Cidr): boolean {
  return address.groups.some((group, i) => group !== network.groups[i]);
}
