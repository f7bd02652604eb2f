/** `strict`: as Go reads addresses now. `sloppy`: leading zeros are tolerated, as Go once did. */
export type IpReading = "strict" | "sloppy";

const LONGEST = 64;

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
  // Zeros in front may make a sloppy address as long as one likes; no other is this long.
  if (reading === "strict" && text.length > LONGEST) {
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
