import { closes, createTokenReader, opens, type SourceToken, type TokenReader } from "../token-reader.ts";

export interface GoReader extends TokenReader<SourceToken> {
  skipNewlines(): void;
  /** Skips to the end of a statement, including everything in brackets. */
  skipStatement(): void;
}

export function createGoReader(tokens: readonly SourceToken[]): GoReader {
  const reader = createTokenReader(tokens);
  return {
    ...reader,
    skipNewlines() {
      while (isSeparator(reader.peek())) {
        reader.next();
      }
    },
    skipStatement() {
      while (!isSeparator(reader.peek()) && !reader.isAtEnd() && !closes(reader.peek())) {
        if (opens(reader.peek())) {
          reader.skipBrackets();
        } else {
          reader.next();
        }
      }
    },
  };
}

function isSeparator({ kind, text }: SourceToken): boolean {
  return kind === "newline" || (kind === "symbol" && text === ";");
}
