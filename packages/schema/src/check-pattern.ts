import { type FieldError, type FieldPath, invalid } from "@kiln/api";
import { compileGoPattern, explainPattern } from "@kiln/cel";
import { parseSimplePattern } from "./patterns/parse-simple-pattern.ts";

/** The pattern as the engine that will run it sees it: what RE2 cannot run, such as lookaheads, is refused. */
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
 * Most patterns are plain: valid without the engine, which takes half of the time of checking a schema. One that counts
 * repetitions twice may exceed the engine's limits, and is left to it.
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

/** Definitions of one project have the same few patterns in hundreds of places. */
const plainPatterns = new Map<string, boolean>();
const MOST_KNOWN = 1000;
const MOST_CHARACTERS = 1000;
