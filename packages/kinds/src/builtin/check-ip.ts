import {
  asText,
  type FieldError,
  type FieldPath,
  type IpAddress,
  invalid,
  type JsonValue,
  parseIp,
  printIp,
  quoteGo,
} from "@kiln/api";

/** Validates an IP address in a field that is older than strict validation: stored values may be kept. */
export function checkIp(
  value: JsonValue | undefined,
  path: FieldPath,
  { stored }: { readonly stored?: ReadonlySet<string> } = {},
): FieldError[] {
  const text = asText(value);
  if (stored?.has(text) === true) {
    return [];
  }
  return checkParsedIp(text, path, parseIp(text));
}

/** Validates a parsed IP address; undefined if the text is none. */
export function checkParsedIp(text: string, path: FieldPath, address: IpAddress | undefined): FieldError[] {
  if (address === undefined) {
    return [invalid(path, text, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];
  }
  if (address.hasLeadingZeros) {
    return [invalid(path, text, "must not have leading 0s")];
  }
  return address.isMapped ? [invalid(path, text, "must not be an IPv4-mapped IPv6 address")] : [];
}

/** Warning about an ambiguous notation of an IP address. */
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
