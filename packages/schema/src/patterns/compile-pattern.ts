import { compileGoPattern } from "@kiln/cel";
import { parseSimplePattern } from "./parse-simple-pattern.ts";
import { createTableMatcher } from "./table-matcher.ts";
import { toAutomaton } from "./to-automaton.ts";

/** Whether a text has a match anywhere. Linear in the text, whatever the pattern. */
export type MatchPattern = (text: string) => boolean;

/**
 * Compiles a pattern of Go's syntax; throws the RE2 engine's error for an invalid one. Plain ASCII texts run through a
 * table where the pattern is simple enough, an order of magnitude faster than the engine, which serves the rest.
 */
export function compilePattern(source: string): MatchPattern {
  const engine = compileGoPattern(source);
  const branches = parseSimplePattern(source);
  const automaton = branches === undefined ? undefined : toAutomaton(branches);
  if (automaton === undefined) {
    return (text) => engine.test(text);
  }
  const match = createTableMatcher(automaton);
  return (text) => match(text) ?? engine.test(text);
}
