import { fieldPath, invalid, type Parsed, printFieldError, quoteGo } from "@kiln/api";

const MAX_UINT64 = 2n ** 64n - 1n;

/** Parses a requested resourceVersion; empty means 0. Each verb wraps the error in its own message. */
export function parseResourceVersion(text: string): Parsed<bigint> {
  if (text === "") {
    return { value: 0n };
  }
  const fault = !/^\d+$/.test(text) ? "invalid syntax" : BigInt(text) > MAX_UINT64 ? "value out of range" : undefined;
  if (fault === undefined) {
    return { value: BigInt(text) };
  }
  const why = `strconv.ParseUint: parsing ${quoteGo(text)}: ${fault}`;
  return { error: printFieldError(invalid(fieldPath("resourceVersion"), text, why)) };
}
