/**
 * A part of a pattern. `chars` has for each of the 128 ASCII characters whether it matches; the other kinds join parts.
 * Laziness is dropped: it changes the extent of a match, never whether there is one.
 */
export type PatternNode =
  | { readonly kind: "chars"; readonly chars: Uint8Array }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** One alternative of the whole pattern, and whether it is anchored at the start and end of the text. */
export interface PatternBranch {
  readonly node: PatternNode;
  readonly isAnchoredStart: boolean;
  readonly isAnchoredEnd: boolean;
}

/**
 * Maximum repetition count of the state table, since each repetition costs states; the RE2 engine runs patterns with
 * higher counts.
 */
const MAX_REPEAT = 64;
const MAX_DEPTH = 50;

/**
 * Parses the subset of Go's pattern language that most schemas use: literals, classes, groups, alternatives,
 * repetitions, and `^` and `$` at the ends of whole alternatives. Undefined for all other patterns, invalid ones
 * included.
 */
export function parseSimplePattern(source: string): readonly PatternBranch[] | undefined {
  const reader: Reader = { source, at: 0 };
  try {
    const branches = [readBranch(reader)];
    while (take(reader, "|")) {
      branches.push(readBranch(reader));
    }
    return reader.at === source.length ? branches : undefined;
  } catch (error) {
    if (error === TOO_RICH) {
      return undefined;
    }
    throw error;
  }
}

interface Reader {
  readonly source: string;
  at: number;
}

/** Thrown for a pattern outside the subset; caught by parseSimplePattern. */
const TOO_RICH = new Error("the pattern needs the general engine");

function readBranch(reader: Reader): PatternBranch {
  const isAnchoredStart = take(reader, "^");
  const node = readSequence(reader, 0);
  return { node, isAnchoredStart, isAnchoredEnd: take(reader, "$") };
}

function readSequence(reader: Reader, depth: number): PatternNode {
  if (depth > MAX_DEPTH) {
    throw TOO_RICH;
  }
  const parts: PatternNode[] = [];
  for (;;) {
    const char = reader.source[reader.at];
    if (char === undefined || char === "|" || char === ")" || char === "$") {
      return parts.length === 1 ? (parts[0] as PatternNode) : { kind: "sequence", parts };
    }
    parts.push(readRepeat(reader, readAtom(reader, depth)));
  }
}

function readAtom(reader: Reader, depth: number): PatternNode {
  const char = reader.source[reader.at++] as string;
  switch (char) {
    case "(":
      return readGroup(reader, depth);
    case "[":
      return { kind: "chars", chars: readClass(reader) };
    case ".":
      return { kind: "chars", chars: negate(setOf("\n")) };
    case "\\":
      return { kind: "chars", chars: readEscape(reader) };
    case "^":
    case "*":
    case "+":
    case "?":
    case "{":
    case "]":
    case "}":
      throw TOO_RICH;
    default:
      return { kind: "chars", chars: setOf(char) };
  }
}

function readGroup(reader: Reader, depth: number): PatternNode {
  if (reader.source[reader.at] === "?") {
    if (!reader.source.startsWith("?:", reader.at)) {
      throw TOO_RICH;
    }
    reader.at += 2;
  }
  const parts = [readSequence(reader, depth + 1)];
  while (take(reader, "|")) {
    parts.push(readSequence(reader, depth + 1));
  }
  // Fails also where a `$` ended the sequence: anchors inside groups are rare.
  if (!take(reader, ")")) {
    throw TOO_RICH;
  }
  return parts.length === 1 ? (parts[0] as PatternNode) : { kind: "choice", parts };
}

const COUNTS = /\{(\d+)(,(\d*))?\}/y;

function readRepeat(reader: Reader, part: PatternNode): PatternNode {
  const range = readRange(reader);
  if (range === undefined) {
    return part;
  }
  take(reader, "?");
  const next = reader.source[reader.at];
  if (next !== undefined && "*+?{".includes(next)) {
    throw TOO_RICH;
  }
  return { kind: "repeat", part, ...range };
}

function readRange(reader: Reader): { min: number; max: number } | undefined {
  if (take(reader, "*")) {
    return { min: 0, max: Number.POSITIVE_INFINITY };
  }
  if (take(reader, "+")) {
    return { min: 1, max: Number.POSITIVE_INFINITY };
  }
  if (take(reader, "?")) {
    return { min: 0, max: 1 };
  }
  if (reader.source[reader.at] !== "{") {
    return undefined;
  }
  COUNTS.lastIndex = reader.at;
  const match = COUNTS.exec(reader.source);
  if (match === null) {
    throw TOO_RICH;
  }
  reader.at = COUNTS.lastIndex;
  const min = Number(match[1]);
  const max = match[2] === undefined ? min : match[3] === "" ? Number.POSITIVE_INFINITY : Number(match[3]);
  if (min > MAX_REPEAT || (max !== Number.POSITIVE_INFINITY && max > MAX_REPEAT) || max < min) {
    throw TOO_RICH;
  }
  return { min, max };
}

function readClass(reader: Reader): Uint8Array {
  const isNegated = take(reader, "^");
  const chars = new Uint8Array(128);
  let isFirst = true;
  for (;;) {
    const char = reader.source[reader.at++];
    if (char === "]" && !isFirst) {
      return isNegated ? negate(chars) : chars;
    }
    // A bracket inside a class may begin `[:alpha:]`; at its start it is a literal. The RE2 engine runs both.
    if (char === undefined || char === "[" || char === "]") {
      throw TOO_RICH;
    }
    isFirst = false;
    addClassItem(reader, char, chars);
  }
}

/** Sets the characters of one class item, a literal or a range, in `chars`. */
function addClassItem(reader: Reader, char: string, chars: Uint8Array): void {
  const escaped = char === "\\" ? readEscape(reader) : undefined;
  const isRange = reader.source[reader.at] === "-" && reader.source[reader.at + 1] !== "]";
  if (isRange) {
    addRange(reader, escaped === undefined ? codeOf(char) : onlyMember(escaped), chars);
  } else if (escaped === undefined) {
    chars[codeOf(char)] = 1;
  } else {
    union(chars, escaped);
  }
}

/** Parses a range after its first character and sets its characters in `chars`. */
function addRange(reader: Reader, from: number, chars: Uint8Array): void {
  reader.at++;
  const next = reader.source[reader.at++];
  if (next === undefined || next === "[") {
    throw TOO_RICH;
  }
  const to = next === "\\" ? onlyMember(readEscape(reader)) : codeOf(next);
  if (to < from) {
    throw TOO_RICH;
  }
  chars.fill(1, from, to + 1);
}

function codeOf(char: string): number {
  const code = char.charCodeAt(0);
  if (code > 127) {
    throw TOO_RICH;
  }
  return code;
}

const ESCAPES: ReadonlyMap<string, () => Uint8Array> = new Map([
  ["d", () => range("09")],
  ["D", () => negate(range("09"))],
  ["w", () => range("09", "AZ", "az", "__")],
  ["W", () => negate(range("09", "AZ", "az", "__"))],
  ["s", () => setOf("\t\n\f\r ")],
  ["S", () => negate(setOf("\t\n\f\r "))],
  ["t", () => setOf("\t")],
  ["n", () => setOf("\n")],
  ["r", () => setOf("\r")],
  ["f", () => setOf("\f")],
  ["v", () => setOf("\v")],
]);

function readEscape(reader: Reader): Uint8Array {
  const char = reader.source[reader.at++];
  if (char === undefined) {
    throw TOO_RICH;
  }
  const known = ESCAPES.get(char);
  if (known !== undefined) {
    return known();
  }
  // Escaped letters and digits have a meaning; only escaped punctuation is a literal.
  if (!/[!-/:-@[-`{-~]/.test(char)) {
    throw TOO_RICH;
  }
  return setOf(char);
}

function take(reader: Reader, char: string): boolean {
  if (reader.source[reader.at] !== char) {
    return false;
  }
  reader.at++;
  return true;
}

function setOf(members: string): Uint8Array {
  const chars = new Uint8Array(128);
  for (let i = 0; i < members.length; i++) {
    chars[codeOf(members.charAt(i))] = 1;
  }
  return chars;
}

/** Set of characters from pairs of a first and a last character. */
function range(...pairs: readonly string[]): Uint8Array {
  const chars = new Uint8Array(128);
  for (const pair of pairs) {
    chars.fill(1, pair.charCodeAt(0), pair.charCodeAt(1) + 1);
  }
  return chars;
}

function negate(chars: Uint8Array): Uint8Array {
  return chars.map((bit) => 1 - bit);
}

/** Adds the characters of `more` to `chars`. */
function union(chars: Uint8Array, more: Uint8Array): void {
  for (let i = 0; i < chars.length; i++) {
    chars[i] = (chars[i] as number) | (more[i] as number);
  }
}

/** Code of the only character of a class; the end of a range must be one character. */
function onlyMember(chars: Uint8Array): number {
  const first = chars.indexOf(1);
  if (first < 0 || chars.lastIndexOf(1) !== first) {
    throw TOO_RICH;
  }
  return first;
}
