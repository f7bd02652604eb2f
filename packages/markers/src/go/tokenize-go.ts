import { appendAll } from "@kiln/api";
import type { GoComment } from "../marker/go-comment.ts";
import { SourceSyntaxError } from "../source-syntax-error.ts";
import type { SourceToken } from "../token-reader.ts";

export interface TokenizedGo {
  /** Tokens of a file; the last one is of kind `end`. A newline is a token only where Go inserts a semicolon. */
  readonly tokens: readonly SourceToken[];
  readonly comments: readonly GoComment[];
}

const SPACE = /[ \t\r]+/y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const NUMBER = /(?:\d|\.\d)(?:[eEpP][+-]|[\w.])*/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
const RAW_STRING = /`[^`]*`/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const RUNE = /'(?:[^'\\\n]|\\.)+'/y;

/** Tokens after which Go inserts a semicolon at the end of a line. */
const ENDS_STATEMENT = /^(?:[)\]}]|\+\+|--)$/;
const CONTINUES = new Set(["break", "continue", "fallthrough", "return"]);

/** Throws SourceSyntaxError for invalid Go, such as a string without an end. */
export function tokenizeGo(source: string, file: string): TokenizedGo {
  const scanner = createScanner(source, file);
  const tokens: SourceToken[] = [];
  const comments: GoComment[] = [];
  const add = (kind: SourceToken["kind"], text: string, position = scanner.position()) =>
    tokens.push({ kind, text, position });
  const endLine = () => {
    const last = tokens.at(-1);
    if (last !== undefined && endsStatement(last)) {
      add("newline", "\n", last.position);
    }
  };
  while (!scanner.isDone()) {
    const position = scanner.position();
    if (scanner.take(SPACE) !== undefined) {
      continue;
    }
    if (scanner.takeText("\n")) {
      endLine();
      continue;
    }
    const comment = scanner.take(LINE_COMMENT) ?? scanner.take(BLOCK_COMMENT);
    if (comment !== undefined) {
      const isAlone = tokens.at(-1)?.position.line !== position.line;
      appendAll(comments, toComments(comment, position, isAlone));
      if (comment.includes("\n")) {
        endLine();
      }
      continue;
    }
    const string = scanner.take(RAW_STRING)?.slice(1, -1) ?? unquote(scanner.take(STRING));
    if (string !== undefined) {
      add("string", string, position);
      continue;
    }
    const [kind, text] = takeOther(scanner);
    add(kind, text, position);
  }
  endLine();
  add("end", "");
  return { tokens, comments };
}

type Scanner = ReturnType<typeof createScanner>;

function takeOther(scanner: Scanner): ["name" | "number" | "symbol", string] {
  const name = scanner.take(NAME);
  if (name !== undefined) {
    return ["name", name];
  }
  const number = scanner.take(NUMBER) ?? scanner.take(RUNE);
  return number === undefined ? ["symbol", scanner.takeSymbol()] : ["number", number];
}

function createScanner(source: string, file: string) {
  let offset = 0;
  let line = 1;
  let lineStart = 0;
  const advance = (text: string): string => {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      line++;
      lineStart = offset + at + 1;
    }
    offset += text.length;
    return text;
  };
  const position = () => ({ file, line, column: offset - lineStart + 1 });
  return {
    position,
    isDone: () => offset >= source.length,
    take(pattern: RegExp): string | undefined {
      pattern.lastIndex = offset;
      const match = pattern.exec(source)?.[0];
      return match === undefined ? undefined : advance(match);
    },
    takeText: (text: string): boolean => source.startsWith(text, offset) && advance(text) === text,
    /** Takes one character, or the three of an ellipsis: no other longer symbol matters for types. */
    takeSymbol(): string {
      if (source.startsWith("...", offset)) {
        return advance("...");
      }
      const symbol = String.fromCodePoint(source.codePointAt(offset) ?? 0);
      if (['"', "`", "'"].includes(symbol)) {
        throw new SourceSyntaxError("a string begins here that does not end", position());
      }
      return advance(symbol);
    },
  };
}

function endsStatement({ kind, text }: SourceToken): boolean {
  const isWord = kind === "name" && !KEYWORDS.has(text);
  return isWord || CONTINUES.has(text) || kind === "string" || kind === "number" || ENDS_STATEMENT.test(text);
}

const KEYWORDS = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package " +
    "range return select struct switch type var"
  ).split(" "),
);

function toComments(text: string, position: GoComment["position"], isAlone: boolean): GoComment[] {
  if (text.startsWith("//")) {
    return [{ text: text.slice(2).replace(/\r$/, ""), position, isAlone }];
  }
  return text
    .slice(2, -2)
    .split(/\r?\n/)
    .map((line, index) => ({
      text: line,
      position: index === 0 ? position : { file: position.file, line: position.line + index, column: 1 },
      isAlone,
    }));
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unquote(literal: string | undefined): string | undefined {
  return literal?.slice(1, -1).replace(/\\(x..|u.{4}|U.{8}|[0-7]{3}|.)/g, (_, sign: string) => {
    if (/^[xuU]/.test(sign) && sign.length > 1) {
      return String.fromCodePoint(Number.parseInt(sign.slice(1), 16) || 0);
    }
    return /^[0-7]{3}$/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (ESCAPES[sign] ?? sign);
  });
}
