import { type FieldError, type FieldPath, invalid } from "@kiln/api";
import { compileGoPattern, explainPattern } from "@kiln/cel";
import { parseSimplePattern } from "./patterns/parse-simple-pattern.ts";

/** Checks the pattern with the RE2 engine that will run it: unsupported syntax such as lookaheads is rejected. */
export function checkPattern(pattern: string, path: FieldPath): FieldError[] {
  if (isPlain(pattern)) {
    return [];
  }
  try {
    compileGoPattern(pattern);
    return [];
  } catch (error) {
    const detail = `must be a valid regular expression, but isn't: ${explainPattern(error)}`;
    return [invalid(path, pattern, detail)];
  }
}

/**
 * Whether a pattern is valid without a call of the RE2 engine, which takes half of the time of checking a schema. False
 * for a pattern with nested repetition counts, which may exceed the engine's limits.
 */
function isPlain(pattern: string): boolean {
  const known = plainPatterns.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const judged = pattern.indexOf("{") === pattern.lastIndexOf("{") && parseSimplePattern(pattern) !== undefined;
  if (plainPatterns.size === MOST_KNOWN) {
    plainPatterns.clear();
  }
  if (pattern.length <= MOST_CHARACTERS) {
    plainPatterns.set(pattern, judged);
  }
  return judged;
}

/** Results by pattern: CRDs of one project use the same few patterns hundreds of times. */
const plainPatterns = new Map<string, boolean>();
const MOST_KNOWN = 1000;
const MOST_CHARACTERS = 1000;
