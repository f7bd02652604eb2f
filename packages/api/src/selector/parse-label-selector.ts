import { invalid, printFieldError } from "../field/field-error.ts";
import { rootPath } from "../field/field-path.ts";
import { compareGoStrings } from "../go/go-print.ts";
import { checkLabelKey } from "../meta/names.ts";
import type { Parsed } from "../value/parsed.ts";
import {
  createLabelRequirement,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  sortRequirements,
} from "./label-selector.ts";

/**
 * Parses `env in (a,b),!old,tier=web`. Kubernetes: an empty list of values is one empty value, so `env in ()` is `env=`
 * (apimachinery/pkg/labels/selector.go parseValues, v1.36).
 */
export function parseLabelSelector(text: string): Parsed<LabelSelector> {
  const tokens: Tokens = { text, at: 0, ahead: undefined };
  const requirements: LabelRequirement[] = [];
  const first = peek(tokens);
  if (first.kind === "end") {
    return { value: [] };
  }
  if (!startsRequirement(first)) {
    return { error: `found '${first.text}', expected: !, identifier, or 'end of string'` };
  }
  for (;;) {
    const requirement = parseRequirement(tokens);
    if (requirement.error !== undefined) {
      return { error: `unable to parse requirement: ${requirement.error}` };
    }
    requirements.push(requirement.value);
    const next = take(tokens);
    if (next.kind === "end") {
      return { value: sortRequirements(requirements) };
    }
    if (next.text !== ",") {
      return { error: `found '${next.text}', expected: ',' or 'end of string'` };
    }
    if (!startsRequirement(peek(tokens))) {
      return { error: `found '${peek(tokens).text}', expected: identifier after ','` };
    }
  }
}

interface Token {
  readonly kind: "end" | "word" | "symbol";
  readonly text: string;
}

/** Tokens of the text, scanned on demand: an error at the start of a long text costs nothing. */
interface Tokens {
  readonly text: string;
  at: number;
  ahead: Token | undefined;
}

const END: Token = { kind: "end", text: "" };
const SYMBOLS: ReadonlyMap<string, Token> = new Map(
  ["==", "!=", "=", "!", "(", ")", ",", "<", ">"].map((text) => [text, { kind: "symbol", text }]),
);
const PLAIN = 0;
const BLANK = 1;
const SYMBOL = 2;
const NUL = 3;
/** Class of each character below 0x80; higher ones are part of words. */
const CLASSES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code);
  return " \t\r\n".includes(char) ? BLANK : "=!(),<>".includes(char) ? SYMBOL : code === 0 ? NUL : PLAIN;
});

function classAt(text: string, at: number): number {
  return CLASSES[text.charCodeAt(at)] ?? PLAIN;
}

/**
 * Scans the next token. Kubernetes: a NUL after a space ends the text; one right after a word or symbol is skipped
 * (apimachinery/pkg/labels/selector.go Lex, v1.36).
 */
function scan(tokens: Tokens): Token {
  const { text } = tokens;
  let start = tokens.at;
  while (start < text.length && classAt(text, start) === BLANK) {
    start++;
  }
  let end = start;
  while (end < text.length && classAt(text, end) === PLAIN) {
    end++;
  }
  const isWord = end > start;
  if (!isWord && classAt(text, start) === SYMBOL && start < text.length) {
    const isLong = text[start + 1] === "=" && (text[start] === "=" || text[start] === "!");
    end = start + (isLong ? 2 : 1);
  }
  if (end === start) {
    tokens.at = text.length;
    return END;
  }
  tokens.at = text.charCodeAt(end) === 0 ? end + 1 : end;
  const piece = text.slice(start, end);
  return isWord ? { kind: "word", text: piece } : (SYMBOLS.get(piece) as Token);
}

function peek(tokens: Tokens): Token {
  tokens.ahead ??= scan(tokens);
  return tokens.ahead;
}

/** Returns the next token. The last one is the end, which later calls return again. */
function take(tokens: Tokens): Token {
  const token = peek(tokens);
  tokens.ahead = undefined;
  return token;
}

function startsRequirement(token: Token): boolean {
  return token.kind === "word" || token.text === "!";
}

const BINARY: ReadonlyMap<string, LabelOperator> = new Map([
  ["in", "in"],
  ["notin", "notin"],
  ["=", "="],
  ["==", "=="],
  ["!=", "!="],
  [">", "gt"],
  ["<", "lt"],
]);

const NO_VALUES: readonly string[] = [];

function parseRequirement(tokens: Tokens): Parsed<LabelRequirement> {
  const isNegated = peek(tokens).text === "!";
  if (isNegated) {
    take(tokens);
  }
  const key = take(tokens);
  if (key.kind !== "word") {
    return { error: `found '${key.text}', expected: identifier` };
  }
  const faults = checkLabelKey(key.text);
  if (faults.length > 0) {
    return { error: printFieldError(invalid(rootPath, key.text, faults.join("; "))) };
  }
  const next = peek(tokens);
  if (isNegated || next.kind === "end" || next.text === ",") {
    return { value: { key: key.text, operator: isNegated ? "!" : "exists", values: NO_VALUES } };
  }
  const operator = BINARY.get(take(tokens).text);
  if (operator === undefined) {
    return { error: `found '${next.text}', expected: in, notin, =, ==, !=, gt, lt` };
  }
  const values = operator === "in" || operator === "notin" ? parseValues(tokens) : parseValue(tokens);
  return values.error === undefined
    ? createLabelRequirement({ key: key.text, operator, values: values.value })
    : values;
}

function parseValue(tokens: Tokens): Parsed<string[]> {
  const next = peek(tokens);
  if (next.kind === "end" || next.text === ",") {
    return { value: [""] };
  }
  take(tokens);
  return next.kind === "word" ? { value: [next.text] } : { error: `found '${next.text}', expected: identifier` };
}

function parseValues(tokens: Tokens): Parsed<string[]> {
  const open = take(tokens);
  if (open.text !== "(") {
    return { error: `found '${open.text}' expected: '('` };
  }
  const first = peek(tokens);
  if (first.text === ")") {
    take(tokens);
    return { value: [""] };
  }
  return first.kind === "word" || first.text === ","
    ? parseList(tokens)
    : { error: `found '${first.text}', expected: ',', ')' or identifier` };
}

/** Parses a list of values; nothing between two commas is an empty value. */
function parseList(tokens: Tokens): Parsed<string[]> {
  const values = new Set<string>();
  for (;;) {
    const token = take(tokens);
    const next = peek(tokens);
    if (token.kind === "word") {
      values.add(token.text);
      if (next.text !== "," && next.text !== ")") {
        return { error: `found '${next.text}', expected: ',' or ')'` };
      }
    } else if (token.text === ",") {
      if (values.size === 0 || next.text === ")" || next.text === ",") {
        values.add("");
      }
    } else {
      return { error: `found '${token.text}', expected: ',', or identifier` };
    }
    if (next.text === ")") {
      take(tokens);
      return { value: [...values].sort(compareGoStrings) };
    }
  }
}
