import { utf8Length } from "@kiln/api";

/** `strict`: as Go reads addresses now. `sloppy`: leading zeros are tolerated, as Go once did. */
export type IpReading = "strict" | "sloppy";

const LONGEST_STRICT_IPV6 = 64;

export function isIpAddress(text: string): boolean {
  return isIpv4Address(text, "strict") || isIpv6Address(text, "strict");
}

export function isIpv4Address(text: string, reading: IpReading): boolean {
  const octets = text.split(".", 5);
  return octets.length === 4 && octets.every((octet) => isOctet(octet, reading));
}

function isOctet(octet: string, reading: IpReading): boolean {
  if (!/^\d+$/.test(octet) || Number(octet) > 255) {
    return false;
  }
  return reading === "sloppy" || octet === "0" || !octet.startsWith("0");
}

/** Without a zone. */
export function isIpv6Address(text: string, reading: IpReading): boolean {
  // Leading zeros can make a sloppy address arbitrarily long; no strict one is this long.
  if (reading === "strict" && text.length > LONGEST_STRICT_IPV6) {
    return false;
  }
  const gap = text.indexOf("::");
  if (gap < 0) {
    return countGroups(text.split(":"), reading) === 8;
  }
  const before = text.slice(0, gap);
  const after = text.slice(gap + 2);
  // Dotted octets may only end the address, so not before the gap.
  if (before.includes(".") || after.includes("::") || after.startsWith(":")) {
    return false;
  }
  const groups =
    (before === "" ? 0 : countGroups(before.split(":"), reading)) +
    (after === "" ? 0 : countGroups(after.split(":"), reading));
  return groups <= 7;
}

/** How many groups of 16 bits the parts are; NaN if one of them is none. */
function countGroups(parts: readonly string[], reading: IpReading): number {
  const last = parts.at(-1) as string;
  const isDotted = last.includes(".");
  const plain = isDotted ? parts.slice(0, -1) : parts;
  if (!plain.every((part) => isGroup(part, reading)) || (isDotted && !isIpv4Address(last, reading))) {
    return Number.NaN;
  }
  return plain.length + (isDotted ? 2 : 0);
}

function isGroup(part: string, reading: IpReading): boolean {
  return reading === "strict" ? /^[0-9a-fA-F]{1,4}$/.test(part) : /^0*[0-9a-fA-F]{1,4}$/.test(part);
}

/**
 * Kubernetes: any address that contains a dot, so `::ffff:1.2.3.4` is one; leading zeros are accepted
 * (strfmt/default.go isIPv4, v1.36).
 */
export function isIpv4(text: string): boolean {
  return isIpv4Address(text, "sloppy") || (text.includes(".") && isIpv6Address(text, "sloppy"));
}

export function isIpv6(text: string): boolean {
  return isIpv6Address(text, "strict");
}

/** Kubernetes: leading zeros are accepted, as by Go before 1.17 (strfmt/default.go isCIDR, v1.36). */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) {
    return false;
  }
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  if (!/^\d+$/.test(bits)) {
    return false;
  }
  return isIpv4Address(address, "sloppy")
    ? Number(bits) <= 32
    : isIpv6Address(address, "sloppy") && Number(bits) <= 128;
}

const MAC_LENGTHS = [6, 8, 20];

/** 6, 8 or 20 bytes: in pairs of digits with `:`, with `-` or bare, or in fours with `.`. */
export function isMac(text: string): boolean {
  const separator = [":", "-"].includes(text[2] ?? "") ? (text[2] as string) : text[4] === "." ? "." : "";
  const groups = separator === "" ? [text] : text.split(separator, 21);
  const digits = separator === "" ? text.length : separator === "." ? 4 : 2;
  const isHex = groups.every((group) => group.length === digits && /^[0-9a-fA-F]*$/.test(group));
  return isHex && MAC_LENGTHS.includes((groups.length * digits) / 2);
}

const MAX_HOSTNAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;

/**
 * Kubernetes: a single label may contain one hyphen, right after its first character, and may even end with it
 * (strfmt/default.go HostnamePattern, v1.36).
 */
const SINGLE_LABEL = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const DOTTED =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63}$/u;

export function isHostname(text: string): boolean {
  // The length goes first: it also bounds the input of the expressions.
  return (
    utf8Length(text) <= MAX_HOSTNAME_BYTES &&
    (SINGLE_LABEL.test(text) || DOTTED.test(text)) &&
    text.split(".").every((label) => utf8Length(label) <= MAX_LABEL_BYTES)
  );
}
