import { appendAll, printIpv6Groups, quoteGo } from "@kiln/api";
import { CelError } from "../values/value.ts";

/** An IP address in the strict syntax of Go's netip, without leading zeros. */
export interface NetworkAddress {
  /** Four bytes of an IPv4 address or sixteen of an IPv6 address. */
  readonly bytes: readonly number[];
  readonly zone: string;
}

/** Parses an address; an invalid one gives Go's error. */
export function parseAddress(text: string): NetworkAddress | CelError {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === ".") {
    const bytes = parseFour(text, text);
    return bytes instanceof CelError ? bytes : { bytes, zone: "" };
  }
  if (mark === ":") {
    return parseSixteen(text);
  }
  return fault(text, mark === "%" ? "missing IPv6 address" : "unable to parse IP");
}

function fault(text: string, message: string, at = ""): CelError {
  return new CelError(`ParseAddr(${quoteGo(text)}): ${message}${at === "" ? "" : ` (at ${quoteGo(at)})`}`);
}

/**
 * Parses an IPv4 address.
 * @param text - the whole text, for error messages; `part` is parsed
 */
function parseFour(text: string, part: string): number[] | CelError {
  const bytes: number[] = [];
  let digits = "";
  for (let index = 0; index < part.length; index += 1) {
    const character = part.charAt(index);
    if (character >= "0" && character <= "9") {
      if (digits === "0") {
        return fault(text, "IPv4 field has octet with leading zero");
      }
      digits += character;
      if (Number(digits) > 255) {
        return fault(text, "IPv4 field has value >255");
      }
    } else if (character !== ".") {
      return fault(text, "unexpected character", part.slice(index));
    } else if (digits === "" || index === part.length - 1) {
      return fault(text, "IPv4 field must have at least one digit", part.slice(index));
    } else if (bytes.length === 3) {
      return fault(text, "IPv4 address too long");
    } else {
      bytes.push(Number(digits));
      digits = "";
    }
  }
  return bytes.length < 3 ? fault(text, "IPv4 address too short") : [...bytes, Number(digits)];
}

function parseSixteen(text: string): NetworkAddress | CelError {
  const percent = text.indexOf("%");
  const zone = percent === -1 ? "" : text.slice(percent + 1);
  if (percent !== -1 && zone === "") {
    return fault(text, "zone must be a non-empty string");
  }
  const groups = readGroups(text, percent === -1 ? text : text.slice(0, percent));
  if (groups instanceof CelError) {
    return groups;
  }
  const { bytes, gap } = groups;
  if (bytes.length === 16) {
    return gap === undefined ? { bytes, zone } : fault(text, "the :: must expand to at least one field of zeros");
  }
  if (gap === undefined) {
    return fault(text, "address string too short");
  }
  const zeros = new Array<number>(16 - bytes.length).fill(0);
  return { bytes: [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)], zone };
}

interface Groups {
  readonly bytes: number[];
  /** Index of the group at which `::` stood. */
  readonly gap: number | undefined;
}

function readGroups(text: string, address: string): Groups | CelError {
  const bytes: number[] = [];
  let rest = address;
  let gap: number | undefined;
  if (rest.startsWith("::")) {
    gap = 0;
    rest = rest.slice(2);
  }
  while (rest !== "" && bytes.length < 16) {
    const group = readGroup(text, rest, { filled: bytes.length, hasGap: gap !== undefined });
    if (group instanceof CelError) {
      return group;
    }
    appendAll(bytes, group.bytes);
    rest = group.rest;
    if (rest.startsWith(":")) {
      if (gap !== undefined) {
        return fault(text, "multiple :: in address", rest);
      }
      gap = bytes.length;
      rest = rest.slice(1);
    }
  }
  return rest === "" ? { bytes, gap } : fault(text, "trailing garbage after address", rest);
}

/** Reads one group of digits and the colon behind it, or an IPv4 address at the end. */
function readGroup(
  text: string,
  rest: string,
  { filled, hasGap }: { readonly filled: number; readonly hasGap: boolean },
): { readonly bytes: readonly number[]; readonly rest: string } | CelError {
  const [digits = ""] = /^[0-9a-fA-F]*/.exec(rest) ?? [];
  if (digits.length > 4) {
    return fault(text, "each group must have 4 or less digits", rest);
  }
  if (digits === "") {
    return fault(text, "each colon-separated field must have at least one digit", rest);
  }
  const after = rest.slice(digits.length);
  if (after.startsWith(".")) {
    return readEmbedded(text, rest, { filled, hasGap });
  }
  if (after !== "" && !after.startsWith(":")) {
    return fault(text, "unexpected character, want colon", after);
  }
  if (after === ":") {
    return fault(text, "colon must be followed by more characters", after);
  }
  const value = Number.parseInt(digits, 16);
  return { bytes: [value >> 8, value & 0xff], rest: after.slice(1) };
}

function readEmbedded(
  text: string,
  rest: string,
  { filled, hasGap }: { readonly filled: number; readonly hasGap: boolean },
): { readonly bytes: readonly number[]; readonly rest: string } | CelError {
  if (!hasGap && filled !== 12) {
    return fault(text, "embedded IPv4 address must replace the final 2 fields of the address", rest);
  }
  if (filled + 4 > 16) {
    return fault(text, "too many hex fields to fit an embedded IPv4 at the end of the address", rest);
  }
  const bytes = parseFour(text, rest);
  return bytes instanceof CelError ? bytes : { bytes, rest: "" };
}

/** Whether the address is an IPv4-mapped IPv6 address. */
export function isMapped({ bytes }: NetworkAddress): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** Formats an address as Go does: the longest run of zero groups is left out, the first one if there are several. */
export function printAddress({ bytes }: NetworkAddress): string {
  if (bytes.length === 4) {
    return bytes.join(".");
  }
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0));
  return printIpv6Groups(groups);
}
