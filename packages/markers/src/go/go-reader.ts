import { GoSyntaxError, type GoToken } from "./go-token.ts";

/** A cursor over tokens. */
export interface GoReader {
  peek(): GoToken;
  next(): GoToken;
  /** Moves on if the next token is this symbol or word. */
  take(text: string): boolean;
  expect(text: string): void;
  expectName(): string;
  isAtEnd(): boolean;
  skipNewlines(): void;
  /** From an opening bracket to the one that closes it; returns what is between. */
  skipBrackets(): readonly GoToken[];
  /** Returns the way back to here. */
  mark(): () => void;
  /** Up to the end of a statement, with whatever it has in brackets. */
  skipStatement(): void;
}

const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);

export function createGoReader(tokens: readonly GoToken[]): GoReader {
  let index = 0;
  const end = tokens.at(-1) as GoToken;
  const peek = (): GoToken => tokens[index] ?? end;
  const next = (): GoToken => {
    const token = peek();
    index++;
    return token;
  };
  const isSymbol = ({ kind, text }: GoToken, wanted: string) =>
    text === wanted && (kind === "symbol" || kind === "name");
  const isSeparator = ({ kind, text }: GoToken) => kind === "newline" || (kind === "symbol" && text === ";");
  const refuse = (wanted: string): never => {
    const { text, kind, position } = peek();
    const found = kind === "newline" ? "the end of the line" : kind === "end" ? "the end of the file" : `"${text}"`;
    throw new GoSyntaxError(`expected ${wanted}, found ${found}`, position);
  };
  const reader: GoReader = {
    peek,
    next,
    take(text) {
      const isNext = isSymbol(peek(), text);
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
    skipNewlines() {
      while (isSeparator(peek())) {
        index++;
      }
    },
    mark() {
      const here = index;
      return () => {
        index = here;
      };
    },
    skipBrackets() {
      const start = index;
      let depth = 0;
      do {
        const token = next();
        if (token.kind === "end") {
          throw new GoSyntaxError("a bracket is not closed", (tokens[start] ?? end).position);
        }
        depth += token.kind === "symbol" && OPENING.has(token.text) ? 1 : 0;
        depth -= token.kind === "symbol" && CLOSING.has(token.text) ? 1 : 0;
      } while (depth > 0);
      return tokens.slice(start + 1, index - 1);
    },
    skipStatement() {
      while (!isSeparator(peek()) && !reader.isAtEnd()) {
        const { kind, text } = peek();
        if (kind === "symbol" && CLOSING.has(text)) {
          return;
        }
        if (kind === "symbol" && OPENING.has(text)) {
          reader.skipBrackets();
        } else {
          index++;
        }
      }
    },
  };
  return reader;
}
