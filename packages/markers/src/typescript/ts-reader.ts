import { createTokenReader, isToken, opens, type TokenReader } from "../token-reader.ts";
import type { TsToken } from "./tokenize-ts.ts";

export interface TsReader extends TokenReader<TsToken> {
  /** Up to the token, which stays, or to the end of the statement. */
  skipUntil(text: string): void;
  /** Up to and with the end of a statement, with whatever it has in brackets. */
  skipStatement(): void;
}

export function createTsReader(tokens: readonly TsToken[]): TsReader {
  const reader = createTokenReader(tokens);
  return {
    ...reader,
    skipUntil(text) {
      while (!isToken(reader.peek(), text) && !isToken(reader.peek(), ";") && !reader.isAtEnd()) {
        reader.next();
      }
    },
    skipStatement() {
      const { line } = reader.peek().position;
      while (!reader.isAtEnd()) {
        if (opens(reader.peek())) {
          const isBlock = reader.peek().text === "{";
          reader.skipBrackets();
          // A block ends a statement; what goes on after it begins with something that no declaration begins with.
          if (isBlock && reader.peek().position.line !== line && startsDeclaration(reader.peek())) {
            return;
          }
        } else if (isToken(reader.next(), ";") || startsDeclaration(reader.peek())) {
          return;
        }
      }
    },
  };
}

const STARTS = new Set(["export", "interface", "import", "declare"]);

function startsDeclaration({ kind, text }: TsToken): boolean {
  return kind === "name" && STARTS.has(text);
}
