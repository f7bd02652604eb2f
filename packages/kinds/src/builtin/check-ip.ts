import { appendAll, asText, type FieldError, type FieldPath, invalid, type JsonValue, quoteGo } from "@kiln/api";

/** An address in a field of older kinds, which accept more forms than the canonical one. */
export interface IpAddress {
  readonly family: "IPv4" | "IPv6";
  /** Eight groups of sixteen bits; an IPv4 address is in the last two. */
  readonly groups: readonly number[];
  /** An IPv4 address that is written as an IPv6 one. */
  readonly isMapped: boolean;
  /** `010.0.0.1`, which other programs read as octal. */
  readonly hasLeadingZeros: boolean;
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

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
        hasLeadingZeros: hasLeadingZeros(text),
      };
}

const DOT = 0x2e;
const ZERO = 0x30;
const MAX_DIGITS = 9;

/** Parsed digit by digit: a Service may have 100,000 addresses. */
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
    } else if (digit >= 0 && digit <= 9 && digits < MAX_DIGITS) {
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

function hasLeadingZeros(text: string): boolean {
  return /(^|\.)0\d/.test(text);
}

function parseIpv6(text: string): IpAddress | undefined {
  const halves = text.split("::");
  if (halves.length > 2) {
    return undefined;
  }
  const tail = text.slice(text.lastIndexOf(":") + 1);
  const [head, rest] = halves.map(parseGroups);
  const isShort = halves.length === 2;
  if (head === undefined || (isShort && rest === undefined)) {
    return undefined;
  }
  const given = head.length + (rest?.length ?? 0);
  if (isShort ? given > 7 : given !== 8) {
    return undefined;
  }
  const groups = [...head, ...Array<number>(8 - given).fill(0), ...(rest ?? [])];
  const isMapped = MAPPED.every((group, i) => groups[i] === group);
  return { family: "IPv6", groups, isMapped, hasLeadingZeros: tail.includes(".") && hasLeadingZeros(tail) };
}

/** The last group may be an IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  if (text === "") {
    return [];
  }
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [i, part] of parts.entries()) {
    const bytes = i === parts.length - 1 && part.includes(".") ? parseBytes(part) : undefined;
    if (bytes !== undefined) {
      appendAll(groups, toGroups(bytes));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

/** Canonical form: dotted, or with the longest run of zeros omitted. */
export function printIp({ family, groups, isMapped }: IpAddress): string {
  if (family === "IPv4" || isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  }
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

/** Rules for fields that are older than strict validation. Stored values may stay. */
export function checkIp(
  value: JsonValue | undefined,
  path: FieldPath,
  { stored }: { readonly stored?: ReadonlySet<string> } = {},
): FieldError[] {
  const text = asText(value);
  if (stored?.has(text) === true) {
    return [];
  }
  const address = parseIp(text);
  if (address === undefined) {
    return [invalid(path, text, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];
  }
  if (address.hasLeadingZeros) {
    return [invalid(path, text, "must not have leading 0s")];
  }
  return address.isMapped ? [invalid(path, text, "must not be an IPv4-mapped IPv6 address")] : [];
}

/** Warning about an ambiguous address. */
export function warnOfIp(value: JsonValue | undefined, path: FieldPath): string[] {
  const text = asText(value);
  const address = parseIp(text);
  if (address === undefined) {
    return [];
  }
  const printed = printIp(address);
  if (address.hasLeadingZeros || address.isMapped) {
    return [`${path}: non-standard IP address ${quoteGo(text)} is invalid: use ${quoteGo(printed)}`];
  }
  return address.family === "IPv6" && printed !== text
    ? [`${path}: IPv6 address ${quoteGo(text)} should be in RFC 5952 canonical format (${quoteGo(printed)})`]
    : [];
}
