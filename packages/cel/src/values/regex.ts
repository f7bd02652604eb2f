import type { RE2JS } from "re2js";
import { compileGoPattern, explainPattern } from "./compile-go-pattern.ts";
import { CelError } from "./value.ts";

/** A compiled RE2 pattern. Matching takes time linear in the text, whatever the pattern. */
export interface Regex {
  /** Whether the text has a match anywhere. */
  test(text: string): boolean;
  /** Matches from left to right: at most `most`, or all if it is negative. */
  findAll(text: string, most: number): string[];
}

/** Compiles a pattern; an invalid one gives Go's error. */
export function compileRegex(pattern: string): Regex | CelError {
  try {
    const engine = compileGoPattern(pattern);
    return { test: (text) => engine.test(text), findAll: (text, most) => findAll(engine, text, most) };
  } catch (fault) {
    return new CelError(explainPattern(fault));
  }
}

// As in Go, an empty match directly after another match does not count.
function findAll(engine: RE2JS, text: string, most: number): string[] {
  const matcher = engine.matcher(text);
  const found: string[] = [];
  let lastEnd = -1;
  while ((most < 0 || found.length < most) && matcher.find()) {
    if (matcher.start() !== matcher.end() || matcher.start() !== lastEnd) {
      found.push(matcher.group() ?? "");
    }
    lastEnd = matcher.end();
  }
  return found;
}
