import { appendAll } from "../value/append-all.ts";

/** A parsed IP address, in any form that Go accepted before 1.17. */
export interface IpAddress {
  readonly family: "IPv4" | "IPv6";
  /** Eight groups of sixteen bits; an IPv4 address is in the last two. */
  readonly groups: readonly number[];
  /** True for an IPv4 address in IPv6 form: `::ffff:1.2.3.4`. */
  readonly isMapped: boolean;
  /**
   * True for numbers with leading zeros, which other programs read as octal: `010.0.0.1`, `00001::`. Go rejects both
   * since 1.17.
   */
  readonly hasLeadingZeros: boolean;
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/** Parses an IP address; undefined for any other text, and for an address with a zone. */
export function parseIp(text: string): IpAddress | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): IpAddress | undefined {
  const bytes = parseBytes(text);
  return bytes === undefined
    ? undefined
    : {
        family: "IPv4",
        groups: [0, 0, 0, 0, 0, 0, ...toGroups(bytes)],
        isMapped: false,
        hasLeadingZeros: LEADING_ZERO.test(text),
      };
}

const LEADING_ZERO = /(?:^|\.)0\d/;
const DOT = 0x2e;
const ZERO = 0x30;

/** Bytes of an IPv4 address. Parsed by digit, for speed: a cluster may have 100,000 addresses of Services. */
function parseBytes(text: string): number[] | undefined {
  const bytes: number[] = [];
  let byte = 0;
  let digits = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? DOT : text.charCodeAt(i);
    const digit = code - ZERO;
    if (code === DOT && digits > 0 && bytes.length < 4) {
      bytes.push(byte);
      byte = 0;
      digits = 0;
    } else if (digit >= 0 && digit <= 9) {
      byte = byte * 10 + digit;
      digits++;
      if (byte > 255) {
        return undefined;
      }
    } else {
      return undefined;
    }
  }
  return bytes.length === 4 ? bytes : undefined;
}

function toGroups([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number[] {
  return [a * 256 + b, c * 256 + d];
}

function parseIpv6(text: string): IpAddress | undefined {
  const gap = text.indexOf("::");
  const isShort = gap >= 0;
  // An IPv4 address can only be at the end of the text, so never before the gap.
  const head = parseGroups(isShort ? text.slice(0, gap) : text, { mayBeDotted: !isShort });
  const tail = isShort ? parseGroups(text.slice(gap + 2), { mayBeDotted: true }) : [];
  if (head === undefined || tail === undefined) {
    return undefined;
  }
  const given = head.length + tail.length;
  if (isShort ? given > 7 : given !== 8) {
    return undefined;
  }
  const groups = [...head, ...Array<number>(8 - given).fill(0), ...tail];
  const last = text.slice(text.lastIndexOf(":") + 1);
  return {
    family: "IPv6",
    groups,
    isMapped: MAPPED.every((group, i) => groups[i] === group),
    hasLeadingZeros: /[0-9a-fA-F]{5}/.test(text) || (last.includes(".") && LEADING_ZERO.test(last)),
  };
}

const GROUP = /^0*[0-9a-fA-F]{1,4}$/;

function parseGroups(text: string, { mayBeDotted }: { readonly mayBeDotted: boolean }): number[] | undefined {
  if (text === "") {
    return [];
  }
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [i, part] of parts.entries()) {
    const bytes = mayBeDotted && i === parts.length - 1 && part.includes(".") ? parseBytes(part) : undefined;
    if (bytes !== undefined) {
      appendAll(groups, toGroups(bytes));
    } else if (GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

/** Prints the canonical form: dotted, or with the longest run of zeros omitted. */
export function printIp({ family, groups, isMapped }: IpAddress): string {
  return family === "IPv4" || isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join(".")
    : printIpv6Groups(groups);
}

/** Prints eight groups without the longest run of zeros, the first of several. */
export function printIpv6Groups(groups: readonly number[]): string {
  const { start, length } = longestZeros(groups);
  const print = (part: readonly number[]) => part.map((group) => group.toString(16)).join(":");
  return length < 2 ? print(groups) : `${print(groups.slice(0, start))}::${print(groups.slice(start + length))}`;
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let end = 0; end <= groups.length; end++) {
    if (groups[end] === 0) {
      continue;
    }
    if (end - start > best.length) {
      best = { start, length: end - start };
    }
    start = end + 1;
  }
  return best;
}
