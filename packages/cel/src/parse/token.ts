/** Kind of a token. Operators and punctuation are their own kind: `"("`, `"&&"`, `"in"`. */
export type TokenKind =
  | "identifier"
  | "escaped-identifier"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "true"
  | "false"
  | "null"
  | "end"
  | Operator;

export type Operator =
  | "=="
  | "!="
  | "in"
  | "<"
  | "<="
  | ">="
  | ">"
  | "&&"
  | "||"
  | "["
  | "]"
  | "{"
  | "}"
  | "("
  | ")"
  | "."
  | ","
  | "-"
  | "!"
  | "?"
  | ":"
  | "+"
  | "*"
  | "/"
  | "%";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Result of a scanner at one position: the longest token, or none and the position at which every attempt had failed.
 * Error messages show, and the scanner skips, the text up to and including that position.
 */
export type Scanned =
  | { readonly kind: TokenKind; readonly end: number }
  | { readonly kind: undefined; readonly end: number };
