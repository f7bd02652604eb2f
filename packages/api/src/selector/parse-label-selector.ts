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

/** `env in (a,b),!old,tier=web`. Kubernetes: an empty list of values is one empty value, so `env in ()` is `env=`. */
export function parseLabelSelector(text: string): Parsed<LabelSelector> {
  const tokens: Tokens = { list: scan(text), position: 0 };
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

/** Taking one moves `position`. The last token is the end, and stays there however often it is taken. */
interface Tokens {
  readonly list: readonly Token[];
  position: number;
}

const END: Token = { kind: "end", text: "" };
const PIECE = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n\0]+))\0?/y;

/** Kubernetes: a NUL behind a space ends the text, one right behind a word or a symbol is passed over. */
function scan(text: string): Token[] {
  const tokens: Token[] = [];
  const pieces = new RegExp(PIECE);
  for (;;) {
    const piece = pieces.exec(text);
    if (piece === null) {
      tokens.push(END);
      return tokens;
    }
    const [, symbol, word = ""] = piece;
    tokens.push(symbol ? { kind: "symbol", text: symbol } : { kind: "word", text: word });
  }
}

function peek(tokens: Tokens): Token {
  return tokens.list[tokens.position] ?? END;
}

/** Changes `tokens`. */
function take(tokens: Tokens): Token {
  const token = peek(tokens);
  tokens.position++;
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
    return createLabelRequirement({ key: key.text, operator: isNegated ? "!" : "exists", values: [] });
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

/** Between commas there may be nothing, which is the empty value. */
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
