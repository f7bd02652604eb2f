import { TsSyntaxError, type TsToken } from "./tokenize-ts.ts";

/** A cursor over tokens. */
export interface TsReader {
  /** `ahead` may be negative: what was read before. */
  peek(ahead?: number): TsToken;
  next(): TsToken;
  /** Moves on if the next token is this symbol or word. */
  take(text: string): boolean;
  expect(text: string): void;
  expectName(): string;
  isAtEnd(): boolean;
  /** Up to the token, which stays, or to the end of the statement. */
  skipUntil(text: string): void;
  /** Up to and with the end of a statement, with whatever it has in brackets. */
  skipStatement(): void;
  /** From an opening bracket to the one that closes it. */
  skipBrackets(): void;
}

const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);

export function createTsReader(tokens: readonly TsToken[]): TsReader {
  let index = 0;
  const end = tokens.at(-1) as TsToken;
  const peek = (ahead = 0): TsToken => tokens[index + ahead] ?? end;
  const is = ({ kind, text }: TsToken, wanted: string) => text === wanted && (kind === "symbol" || kind === "name");
  const refuse = (wanted: string): never => {
    const { text, kind, position } = peek();
    throw new TsSyntaxError(
      `expected ${wanted}, found ${kind === "end" ? "the end of the file" : `"${text}"`}`,
      position,
    );
  };
  const next = (): TsToken => {
    const token = peek();
    index++;
    return token;
  };
  const reader: TsReader = {
    peek,
    next,
    take(text) {
      const isNext = is(peek(), text);
      index += isNext ? 1 : 0;
      return isNext;
    },
    expect(text) {
      if (!reader.take(text)) {
        refuse(`"${text}"`);
      }
    },
    expectName: () => (peek().kind === "name" ? next().text : refuse("a name")),
    isAtEnd: () => peek().kind === "end",
    skipUntil(text) {
      while (!is(peek(), text) && !is(peek(), ";") && !reader.isAtEnd()) {
        index++;
      }
    },
    skipBrackets() {
      const start = peek();
      let depth = 0;
      do {
        const token = next();
        if (token.kind === "end") {
          throw new TsSyntaxError("a bracket is not closed", start.position);
        }
        depth += token.kind === "symbol" && OPENING.has(token.text) ? 1 : 0;
        depth -= token.kind === "symbol" && CLOSING.has(token.text) ? 1 : 0;
      } while (depth > 0);
    },
    skipStatement() {
      const { position } = peek();
      while (!reader.isAtEnd()) {
        const { kind, text } = peek();
        if (kind === "symbol" && OPENING.has(text)) {
          reader.skipBrackets();
          // A block ends a statement; what goes on after it begins with something that no declaration begins with.
          if (text === "{" && peek().position.line !== position.line && startsDeclaration(peek())) {
            return;
          }
        } else {
          index++;
          if (is({ kind, text, position }, ";") || startsDeclaration(peek())) {
            return;
          }
        }
      }
    },
  };
  return reader;
}

const STARTS = new Set(["export", "interface", "import", "declare"]);

function startsDeclaration({ kind, text }: TsToken): boolean {
  return kind === "name" && STARTS.has(text);
}
