import { parseCidr, parseIp, utf8Length } from "@kiln/api";

export function isIpAddress(text: string): boolean {
  return parseIp(text)?.hasLeadingZeros === false;
}

/**
 * Kubernetes: any address that contains a dot, so `::ffff:1.2.3.4` is one; leading zeros are accepted
 * (strfmt/default.go isIPv4, v1.36).
 */
export function isIpv4(text: string): boolean {
  return text.includes(".") && parseIp(text) !== undefined;
}

export function isIpv6(text: string): boolean {
  const address = parseIp(text);
  return address?.family === "IPv6" && !address.hasLeadingZeros;
}

/** Kubernetes: leading zeros are accepted, as by Go before 1.17 (strfmt/default.go isCIDR, v1.36). */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

const MAC_LENGTHS = [6, 8, 20];

/**
 * A hardware address of 6, 8 or 20 bytes: pairs of digits separated by `:` or `-` or nothing, or groups of four
 * separated by `.`.
 */
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
  // The length is checked first: it bounds the input of the regular expressions.
  return (
    utf8Length(text) <= MAX_HOSTNAME_BYTES &&
    (SINGLE_LABEL.test(text) || DOTTED.test(text)) &&
    text.split(".").every((label) => utf8Length(label) <= MAX_LABEL_BYTES)
  );
}
