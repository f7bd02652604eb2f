import { RE2JS } from "re2js";
import { CelError } from "./value.ts";

/** A compiled pattern. Linear in the text, whatever the pattern. */
export interface Regex {
  /** Whether the text has a match anywhere. */
  test(text: string): boolean;
}

/** In Go's words if the pattern is none. */
export function compileRegex(pattern: string): Regex | CelError {
  try {
    return RE2JS.compile(pattern);
  } catch (fault) {
    return new CelError(fault instanceof Error ? fault.message : String(fault));
  }
}
