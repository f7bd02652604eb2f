import { type FieldError, type FieldPath, invalid } from "@kiln/api";
import { RE2JS } from "re2js";

/** The pattern as the engine that will run it sees it: what RE2 cannot run, such as lookaheads, is refused. */
export function checkPattern(pattern: string, path: FieldPath): FieldError[] {
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    const detail = `must be a valid regular expression, but isn't: ${explain(error)}`;
    return [invalid(path, pattern, detail)];
  }
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Go names the offending part after a colon even where it is empty.
  return message.endsWith("trailing backslash at end of expression") ? `${message}: \`\`` : message;
}
