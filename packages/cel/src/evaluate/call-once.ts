import type { CelValue } from "../values/value.ts";
import type { Frame } from "./planned.ts";

/** Reading a text below this takes no longer than a call. */
export const longText = 1024;

/** Many calls cost the same however long a text is. In a loop over one text, only the first of them may read it. */
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
