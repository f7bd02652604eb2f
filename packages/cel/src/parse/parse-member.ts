import type { Expression, FieldInitializer, MapEntry } from "./expression.ts";
import { operators, reservedWords } from "./operators.ts";
import { parseLiteral } from "./parse-literal.ts";
import {
  accept,
  callOrMacro,
  deepen,
  expect,
  fail,
  type ParserState,
  peek,
  report,
  textOf,
  unspecified,
} from "./parser-state.ts";
import type { Token } from "./token.ts";

/** Parses a name, literal or parenthesis, with the selections, calls and indexes that follow it. */
export function parseMember(state: ParserState): Expression {
  deepen(state, "member");
  let member = parsePrimary(state);
  for (let next = parseSelector(state, member); next !== undefined; next = parseSelector(state, member)) {
    member = next;
  }
  state.depth.member -= 1;
  return member;
}

function parseSelector(state: ParserState, operand: Expression): Expression | undefined {
  const dot = accept(state, ".");
  if (dot !== undefined) {
    return parseSelect(state, operand, dot);
  }
  const bracket = accept(state, "[");
  return bracket === undefined ? undefined : parseIndex(state, operand, bracket);
}

function parseSelect(state: ParserState, operand: Expression, dot: Token): Expression {
  const isOptional = accept(state, "?") !== undefined;
  const { kind, start } = peek(state);
  if (isOptional && kind !== "identifier" && kind !== "escaped-identifier" && !state.hasFailed) {
    report(state, start, "unsupported ident kind");
  }
  const name = takeFieldName(state);
  if (state.hasFailed && !isOptional) {
    // cel-go: a dot without a name is ignored, so that has() reports `self.` as well.
    return operand;
  }
  if (peek(state).kind === "(" && !isOptional && name.kind === "identifier") {
    const open = expect(state, "(");
    const args = parseArguments(state);
    return callOrMacro(state, { offset: open.start, name: textOf(state, name), target: operand, args });
  }
  const field = fieldNameOf(state, name);
  if (!isOptional) {
    return { kind: "select", id: state.ids.next(), offset: dot.start, operand, field, isTest: false };
  }
  if (!state.options.allowsOptionals) {
    report(state, dot.start, "unsupported syntax '.?'");
    return unspecified(state, dot.start);
  }
  const key: Expression = { kind: "literal", id: state.ids.next(), offset: name.start, value: field };
  return {
    kind: "call",
    id: state.ids.next(),
    offset: dot.start,
    function: operators.optionalSelect,
    target: undefined,
    args: [operand, key],
  };
}

function takeFieldName(state: ParserState): Token {
  return accept(state, "identifier") ?? accept(state, "escaped-identifier") ?? fail(state);
}

function fieldNameOf(state: ParserState, name: Token): string {
  const text = textOf(state, name);
  if (name.kind !== "escaped-identifier") {
    return text;
  }
  if (!state.options.allowsBackquotes) {
    report(state, name.start, "unsupported syntax: '`'");
  }
  return text.slice(1, -1);
}

function parseIndex(state: ParserState, operand: Expression, bracket: Token): Expression {
  const isOptional = accept(state, "?") !== undefined;
  const index = state.parseExpression(state);
  expect(state, "]");
  if (isOptional && !state.options.allowsOptionals) {
    report(state, bracket.start, "unsupported syntax '[?'");
    return unspecified(state, bracket.start);
  }
  const name = isOptional ? operators.optionalIndex : operators.index;
  return callOrMacro(state, { offset: bracket.start, name, args: [operand, index] });
}

/** Parses from after the opening parenthesis up to and including the closing one. */
function parseArguments(state: ParserState): Expression[] {
  const args: Expression[] = [];
  if (accept(state, ")") !== undefined) {
    return args;
  }
  do {
    args.push(state.parseExpression(state));
  } while (accept(state, ",") !== undefined);
  expect(state, ")");
  return args;
}

function parsePrimary(state: ParserState): Expression {
  const token = peek(state);
  switch (token.kind) {
    case ".":
    case "identifier":
      return parseName(state);
    case "(": {
      state.at += 1;
      const inner = state.parseExpression(state);
      expect(state, ")");
      return inner;
    }
    case "[":
      return parseList(state);
    case "{":
      return parseMap(state);
    default:
      return parseLiteral(state);
  }
}

function parseName(state: ParserState): Expression {
  const start = peek(state).start;
  const dot = accept(state, ".");
  const end = endOfTypeName(state);
  if (end !== undefined) {
    return parseStruct(state, { dot, end });
  }
  const token = expect(state, "identifier");
  const name = textOf(state, token);
  const qualified = dot === undefined ? name : `.${name}`;
  const open = accept(state, "(");
  const args = open === undefined ? [] : parseArguments(state);
  if (reservedWords.has(name)) {
    report(state, start, `reserved identifier: ${name}`);
    return unspecified(state, start);
  }
  return open === undefined
    ? { kind: "identifier", id: state.ids.next(), offset: token.start, name: qualified }
    : callOrMacro(state, { offset: open.start, name: qualified, args });
}

/** Index of the brace after `a.b.C`; undefined if no object literal follows. */
function endOfTypeName(state: ParserState): number | undefined {
  let ahead = 0;
  while (peek(state, ahead).kind === "identifier") {
    const next = peek(state, ahead + 1).kind;
    if (next === "{") {
      return state.at + ahead + 1;
    }
    if (next !== ".") {
      return undefined;
    }
    ahead += 2;
  }
  return undefined;
}

function parseStruct(state: ParserState, name: { readonly dot: Token | undefined; readonly end: number }): Expression {
  const parts = state.tokens.slice(state.at, name.end).filter((token) => token.kind === "identifier");
  const typeName = (name.dot === undefined ? "" : ".") + parts.map((token) => textOf(state, token)).join(".");
  state.at = name.end;
  const { start: offset } = expect(state, "{");
  const fields = parseEntries(state, parseField);
  return { kind: "struct", id: state.ids.next(), offset, typeName, fields };
}

function parseField(state: ParserState): FieldInitializer {
  const isOptional = acceptOptionalMark(state);
  const name = fieldNameOf(state, takeFieldName(state));
  const { start: offset } = expect(state, ":");
  return { id: state.ids.next(), offset, name, value: state.parseExpression(state), isOptional };
}

function parseMap(state: ParserState): Expression {
  const { start: offset } = expect(state, "{");
  const entries = parseEntries(state, parseEntry);
  return { kind: "map", id: state.ids.next(), offset, entries };
}

function parseEntry(state: ParserState): MapEntry {
  const isOptional = acceptOptionalMark(state);
  const key = state.parseExpression(state);
  const { start: offset } = expect(state, ":");
  return { id: state.ids.next(), offset, key, value: state.parseExpression(state), isOptional };
}

/** Parses up to and including the closing brace, with an optional trailing comma. */
function parseEntries<T>(state: ParserState, parseOne: (state: ParserState) => T): T[] {
  const entries: T[] = [];
  while (peek(state).kind !== "}" && peek(state).kind !== ",") {
    entries.push(parseOne(state));
    if (peek(state).kind !== "," || peek(state, 1).kind === "}") {
      break;
    }
    state.at += 1;
  }
  accept(state, ",");
  expect(state, "}");
  return entries;
}

function parseList(state: ParserState): Expression {
  const { start: offset } = expect(state, "[");
  const elements: Expression[] = [];
  const optionals: number[] = [];
  while (peek(state).kind !== "]" && peek(state).kind !== ",") {
    if (acceptOptionalMark(state)) {
      optionals.push(elements.length);
    }
    elements.push(state.parseExpression(state));
    if (peek(state).kind !== "," || peek(state, 1).kind === "]") {
      break;
    }
    state.at += 1;
  }
  accept(state, ",");
  expect(state, "]");
  return { kind: "list", id: state.ids.next(), offset, elements, optionals };
}

function acceptOptionalMark(state: ParserState): boolean {
  const mark = accept(state, "?");
  if (mark !== undefined && !state.options.allowsOptionals) {
    report(state, mark.start, "unsupported syntax '?'");
  }
  return mark !== undefined;
}
