import type { SourcePosition } from "./source-position.ts";
import { SourceSyntaxError } from "./source-syntax-error.ts";

export interface SourceToken {
  readonly kind: "name" | "string" | "number" | "symbol" | "newline" | "end";
  /** Text of the token as written; for a string, its value. */
  readonly text: string;
  readonly position: SourcePosition;
}

/** Cursor over tokens, the last of which is the end. Throws a SourceSyntaxError where an expected token is missing. */
export interface TokenReader<T extends SourceToken> {
  /** `ahead` may be negative for tokens already read. */
  peek(ahead?: number): T;
  next(): T;
  /** Consumes the next token and returns true if it is this symbol or word. */
  take(text: string): boolean;
  expect(text: string): void;
  expectName(): string;
  isAtEnd(): boolean;
  /** Skips from an opening bracket to its closing one. Returns the tokens in between. */
  skipBrackets(): readonly T[];
  /** Returns a function that moves the cursor back to the current position. */
  mark(): () => void;
}

const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);

export function createTokenReader<T extends SourceToken>(tokens: readonly T[]): TokenReader<T> {
  let index = 0;
  const end = tokens.at(-1) as T;
  const refuse = (wanted: string): never => {
    throw new SourceSyntaxError(`expected ${wanted}, found ${describe(reader.peek())}`, reader.peek().position);
  };
  const reader: TokenReader<T> = {
    peek: (ahead = 0) => tokens[index + ahead] ?? end,
    next() {
      const token = reader.peek();
      index++;
      return token;
    },
    take(text) {
      const isNext = isToken(reader.peek(), text);
      index += isNext ? 1 : 0;
      return isNext;
    },
    expect(text) {
      if (!reader.take(text)) {
        refuse(`"${text}"`);
      }
    },
    expectName: () => (reader.peek().kind === "name" ? reader.next().text : refuse("a name")),
    isAtEnd: () => reader.peek().kind === "end",
    skipBrackets() {
      const start = index;
      let depth = 0;
      do {
        const token = reader.next();
        if (token.kind === "end") {
          throw new SourceSyntaxError("a bracket is not closed", (tokens[start] ?? end).position);
        }
        depth += opens(token) ? 1 : 0;
        depth -= closes(token) ? 1 : 0;
      } while (depth > 0);
      return tokens.slice(start + 1, index - 1);
    },
    mark() {
      const here = index;
      return () => {
        index = here;
      };
    },
  };
  return reader;
}

export function isToken({ kind, text }: SourceToken, wanted: string): boolean {
  return text === wanted && (kind === "symbol" || kind === "name");
}

export function opens({ kind, text }: SourceToken): boolean {
  return kind === "symbol" && OPENING.has(text);
}

export function closes({ kind, text }: SourceToken): boolean {
  return kind === "symbol" && CLOSING.has(text);
}

function describe({ kind, text }: SourceToken): string {
  return kind === "newline" ? "the end of the line" : kind === "end" ? "the end of the file" : `"${text}"`;
}
