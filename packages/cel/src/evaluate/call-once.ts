import type { CelValue } from "../values/value.ts";
import type { Frame } from "./planned.ts";

/** Length below which reading a string takes no longer than a call. */
export const longText = 1024;

/**
 * Cached result of a call on a long string: such calls cost the same for any length, so a loop over one string may read
 * it only once.
 */
export function callOnce(frame: Frame, call: (value: CelValue) => CelValue, value: CelValue): CelValue {
  if (typeof value !== "string" || value.length < longText) {
    return call(value);
  }
  frame.recent ??= new Map();
  const known = frame.recent.get(call);
  if (known?.text === value) {
    return known.result;
  }
  const result = call(value);
  frame.recent.set(call, { text: value, result });
  return result;
}
