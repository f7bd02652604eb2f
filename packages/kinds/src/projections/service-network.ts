import type { Parsed } from "@kiln/api";

/** IPv4 range of Services. */
export interface ServiceNetwork {
  readonly cidr: string;
  /** Address of the Service `kubernetes`: the first one. */
  readonly ownAddress: string;
  /** Offsets, from the start of the range, of the addresses that are left for explicit requests. */
  readonly chosen: NumberSpan;
  /** Offsets of the addresses that are allocated first. */
  readonly allocated: NumberSpan;
  contains(address: string): boolean;
  /** Address at this offset from the start of the range. */
  print(number: number): string;
}

export interface NumberSpan {
  readonly first: number;
  readonly last: number;
}

const MIN_MASK = 12;
const MAX_MASK = 30;
const BITS = 32;
const MIN_CHOSEN = 16;
const MAX_CHOSEN = 256;

/**
 * Parses the range. Kubernetes: one of more than 20 bits is rejected (options/validation.go validateMaxCIDRRange,
 * v1.36).
 */
export function parseServiceNetwork(text: string): Parsed<ServiceNetwork> {
  const [address = "", mask = ""] = text.split("/");
  const start = toNumber(address);
  const bits = /^\d{1,2}$/.test(mask) ? Number(mask) : -1;
  if (start === undefined || bits < MIN_MASK || bits > MAX_MASK) {
    return {
      error: `takes an IPv4 network with a mask of /${MIN_MASK} to /${MAX_MASK}, such as 10.96.0.0/16, not "${text}"`,
    };
  }
  const size = 2 ** (BITS - bits);
  return { value: createServiceNetwork(start - (start % size), size) };
}

/** Default range of kube-apiserver. */
export const defaultServiceNetwork: ServiceNetwork = createServiceNetwork(0x0a000000, 256);

function createServiceNetwork(start: number, size: number): ServiceNetwork {
  const print = (number: number): string => toAddress(start + number);
  // The last address of the range is the broadcast address; offset 0, the network's own, is excluded too.
  const last = size - 2;
  const chosen = { first: 1, last: Math.min(countChosen(size), last) };
  return {
    cidr: `${print(0)}/${BITS - Math.log2(size)}`,
    ownAddress: print(1),
    chosen,
    allocated: { first: chosen.last + 1, last },
    contains(address) {
      const number = toNumber(address);
      return number !== undefined && number > start && number <= start + last;
    },
    print,
  };
}

/**
 * Number of addresses left for explicit requests. Kubernetes: a sixteenth of the range, and none of a small one
 * (ipallocator/bitmap.go calculateRangeOffset, v1.36).
 */
function countChosen(size: number): number {
  return size <= MIN_CHOSEN ? 0 : Math.min(Math.max(Math.floor(size / 16), MIN_CHOSEN), MAX_CHOSEN);
}

/** IPv4 address as a number; undefined unless it is in canonical form. */
function toNumber(address: string): number | undefined {
  const parts = address.split(".").map(Number);
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  return parts.length === 4 && toAddress(number) === address ? number : undefined;
}

function toAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
}
