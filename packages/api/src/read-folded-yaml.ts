import { resolveYamlScalar } from "./resolve-yaml-scalar.ts";

/** A scalar that goes on in the lines below. */
export interface FoldedYaml {
  readonly value: string;
  /** The line behind it. */
  readonly end: number;
}

export interface FoldedSource {
  readonly lines: readonly string[];
  /** The line below the one it begins in. */
  readonly at: number;
  /** What the first line has of it. */
  readonly first: string;
  /** Further lines are further in than this. */
  readonly outer: number;
}

/** Text over several lines, plain or in quotes; undefined if only the whole grammar explains it. */
export function readFoldedYaml(source: FoldedSource): FoldedYaml | undefined {
  const quote = source.first[0];
  const folded =
    quote === "'" ? readQuoted(source, SINGLE) : quote === '"' ? readQuoted(source, DOUBLE) : readPlain(source);
  const isOdd = folded !== undefined && source.lines.slice(source.at, folded.end).some((line) => line.includes("\t"));
  return isOdd ? undefined : folded;
}

/** What begins something else than text, or ends it. */
const NO_START = /^[&*!|>%@`[\]{},#"'?:-]/;
const END = /^#|: |:$| #/;

function readPlain({ lines, at, first, outer }: FoldedSource): FoldedYaml | undefined {
  const parts = [first.trim()];
  if (NO_START.test(first) || END.test(parts[0] as string)) {
    return undefined;
  }
  let end = at;
  for (let next = at; next < lines.length; next++) {
    const line = lines[next] as string;
    const text = line.trim();
    if (text !== "") {
      if (indentOf(line) <= outer) {
        break;
      }
      if (END.test(text)) {
        return undefined;
      }
      end = next + 1;
    }
    parts.push(text);
  }
  const value = fold(parts.slice(0, end - at + 1), "\n");
  return value !== undefined && resolveYamlScalar(value).kind === "str" ? { value, end } : undefined;
}

/** How text in quotes is told from its end, and what it says. */
interface Quotes {
  /** A line without the quote that ends the text. */
  readonly open: RegExp;
  readonly closed: RegExp;
  readonly lineBreak: string;
  readonly read: (folded: string) => string | undefined;
}

const SINGLE: Quotes = {
  open: /^(?:[^']|'')*$/,
  closed: /^((?:[^']|'')*)'(?: +#.*| *)$/,
  lineBreak: "\n",
  read: (folded) => folded.replaceAll("''", "'"),
};

const DOUBLE: Quotes = {
  open: /^(?:[^"\\]|\\.)*\\?$/,
  closed: /^((?:[^"\\]|\\.)*)"(?: +#.*| *)$/,
  lineBreak: "\\n",
  read: (folded) =>
    /^(?:[^"\\]|\\["\\/bfnrt ])*$/.test(folded) ? (JSON.parse(`"${unescapeSpaces(folded)}"`) as string) : undefined,
};

function unescapeSpaces(text: string): string {
  return text.replace(/\\(.)/g, (whole, char: string) => (char === " " ? char : whole));
}

function readQuoted({ lines, at, first, outer }: FoldedSource, quotes: Quotes): FoldedYaml | undefined {
  const parts = [first.slice(1)];
  for (let next = at; quotes.open.test(parts.at(-1) as string) && next < lines.length; next++) {
    const line = lines[next] as string;
    if (line.trim() !== "" && indentOf(line) <= outer) {
      return undefined;
    }
    const last = quotes.closed.exec(line)?.[1];
    parts.push(last ?? line);
    if (last !== undefined) {
      const folded = fold(trimInside(parts), quotes.lineBreak);
      const value = folded === undefined ? undefined : quotes.read(folded);
      return value === undefined ? undefined : { value, end: next + 1 };
    }
  }
  return undefined;
}

/** Spaces at both ends of the whole text count; those around its line breaks do not. */
function trimInside(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const start = index === 0 ? line : line.trimStart();
    return index === lines.length - 1 ? start : start.trimEnd();
  });
}

/** One line break is a space, each empty line is a line break. Undefined where a backslash changes that. */
function fold(lines: readonly string[], lineBreak: string): string | undefined {
  const last = lines.length - 1;
  let text = lines[0] as string;
  let empty = 0;
  for (let i = 1; i <= last; i++) {
    const line = lines[i] as string;
    if (line === "" && i < last) {
      empty++;
    } else {
      if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) {
        return undefined;
      }
      text += (empty === 0 ? " " : lineBreak.repeat(empty)) + line;
      empty = 0;
    }
  }
  return text;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
