import {
  asText,
  type Cidr,
  type FieldError,
  type FieldPath,
  hasHostBits,
  invalid,
  ipBits,
  type JsonValue,
  parseCidr,
  printCidr,
  printIp,
  quoteGo,
} from "@kiln/api";

/** Validates a CIDR in a field that is older than strict validation: stored invalid values may be kept. */
export function checkCidr(
  value: JsonValue | undefined,
  path: FieldPath,
  { stored }: { readonly stored?: ReadonlySet<string> } = {},
): FieldError[] {
  const text = asText(value);
  if (stored?.has(text) === true) {
    return [];
  }
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    return [invalid(path, text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)")];
  }
  if (cidr.hasLeadingZeros) {
    return [invalid(path, text, "must not have leading 0s in IP or prefix length")];
  }
  if (cidr.address.isMapped) {
    return [invalid(path, text, "must not have an IPv4-mapped IPv6 address")];
  }
  return hasHostBits(cidr) ? [invalid(path, text, "must not have bits set beyond the prefix length")] : [];
}

/** Validates a CIDR in a field that always required the canonical form. */
export function checkCanonicalCidr(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const text = asText(value);
  const faults = checkCidr(text, path);
  const printed = faults.length > 0 ? text : printCidr(parseCidr(text) as Cidr);
  return printed === text ? faults : [invalid(path, text, `must be in canonical form (${quoteGo(printed)})`)];
}

/** Warning about an ambiguous notation of a CIDR. */
export function warnOfCidr(value: JsonValue | undefined, path: FieldPath): string[] {
  const text = asText(value);
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    return [];
  }
  const printed = printCidr(cidr);
  const warnings: string[] = [];
  if (hasHostBits(cidr)) {
    const single = `${printIp(cidr.address)}/${ipBits(cidr.address)}`;
    warnings.push(
      `${path}: CIDR value ${quoteGo(text)} is ambiguous in this context (should be ${quoteGo(printed)} or ${quoteGo(single)}?)`,
    );
  }
  if (cidr.hasLeadingZeros || cidr.address.isMapped) {
    warnings.push(`${path}: non-standard CIDR value ${quoteGo(text)} is invalid: use ${quoteGo(printed)}`);
  }
  if (warnings.length === 0 && cidr.address.family === "IPv6" && printed !== text) {
    warnings.push(
      `${path}: IPv6 CIDR value ${quoteGo(text)} should be in RFC 5952 canonical format (${quoteGo(printed)})`,
    );
  }
  return warnings;
}
