import type { Issue } from "./issues.ts";
import type { LexedText } from "./lexer.ts";

/** What is wrong with a text that does not parse, in ANTLR's words. */
export function explainSyntax(_text: string, lexed: LexedText): readonly Issue[] {
  return lexed.issues.length > 0 ? lexed.issues : [{ offset: 0, message: "Syntax error: unexpected input" }];
}
