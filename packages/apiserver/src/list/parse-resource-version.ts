import { fieldPath, invalid, type Parsed, printFieldError, quoteGo } from "@kiln/api";

const MAX_UINT64 = 2n ** 64n - 1n;

/** The version a client asks for; none is 0. The error is for the verb to wrap: each has other words around it. */
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
