import type { Expression } from "./expression.ts";
import { calculationOperators, operators, relationOperators } from "./operators.ts";
import { parseMember } from "./parse-member.ts";
import { accept, callOrMacro, deepen, expect, type ParserState, peek } from "./parser-state.ts";
import type { Token } from "./token.ts";

/** Parses a whole expression: `condition ? value : other`, or anything that binds tighter. */
export function parseTernary(state: ParserState): Expression {
  deepen(state, "expression");
  const condition = parseLogical(state, orLevel);
  const question = accept(state, "?");
  let result = condition;
  if (question !== undefined) {
    const yes = parseLogical(state, orLevel);
    expect(state, ":");
    const no = parseTernary(state);
    result = callOrMacro(state, {
      offset: question.start,
      name: operators.conditional,
      args: [condition, yes, no],
    });
  }
  state.depth.expression -= 1;
  return result;
}

interface LogicalLevel {
  readonly token: "||" | "&&";
  readonly function: string;
  parseTerm(state: ParserState): Expression;
}

const andLevel: LogicalLevel = { token: "&&", function: operators.and, parseTerm: parseRelation };
const orLevel: LogicalLevel = {
  token: "||",
  function: operators.or,
  parseTerm: (state) => parseLogical(state, andLevel),
};

function parseLogical(state: ParserState, level: LogicalLevel): Expression {
  const terms = [level.parseTerm(state)];
  const offsets: number[] = [];
  for (let token = accept(state, level.token); token !== undefined; token = accept(state, level.token)) {
    offsets.push(token.start);
    terms.push(level.parseTerm(state));
  }
  return offsets.length === 0 ? terms[0]! : balance(state, level.function, { terms, offsets });
}

// Turns a chain of operators into a balanced tree, so that a long chain is not deeply nested.
function balance(
  state: ParserState,
  name: string,
  { terms, offsets }: { readonly terms: readonly Expression[]; readonly offsets: readonly number[] },
): Expression {
  const middle = offsets.length >> 1;
  const half = (from: number, to: number): Expression =>
    to - from === 1
      ? terms[from]!
      : balance(state, name, { terms: terms.slice(from, to), offsets: offsets.slice(from, to - 1) });
  const left = half(0, middle + 1);
  const right = half(middle + 1, terms.length);
  return {
    kind: "call",
    id: state.ids.next(),
    offset: offsets[middle]!,
    function: name,
    target: undefined,
    args: [left, right],
  };
}

function parseRelation(state: ParserState): Expression {
  deepen(state, "relation");
  let left = parseCalculation(state, 1);
  for (let name = relationOperators.get(peek(state).kind); name !== undefined; ) {
    const { start: offset } = take(state);
    // The right operand counts as an open rule while it is parsed.
    deepen(state, "relation");
    const right = parseCalculation(state, 1);
    state.depth.relation -= 1;
    left = callOrMacro(state, { offset, name, args: [left, right] });
    name = relationOperators.get(peek(state).kind);
  }
  state.depth.relation -= 1;
  return left;
}

function parseCalculation(state: ParserState, minPrecedence: number): Expression {
  deepen(state, "calculation");
  let left = parseUnary(state);
  for (let operator = calculationOperators.get(peek(state).kind); operator !== undefined; ) {
    if (operator.precedence < minPrecedence) {
      break;
    }
    const { start: offset } = take(state);
    const right = parseCalculation(state, operator.precedence + 1);
    left = callOrMacro(state, { offset, name: operator.function, args: [left, right] });
    operator = calculationOperators.get(peek(state).kind);
  }
  state.depth.calculation -= 1;
  return left;
}

function parseUnary(state: ParserState): Expression {
  const first = peek(state);
  if (first.kind === "!") {
    return parsePrefixed(state, "!", operators.not);
  }
  const second = peek(state, 1).kind;
  const isSignedLiteral = second === "int" || second === "double";
  return first.kind === "-" && !isSignedLiteral ? parsePrefixed(state, "-", operators.negate) : parseMember(state);
}

// An even number of signs cancels out.
function parsePrefixed(state: ParserState, kind: "!" | "-", name: string): Expression {
  const { start: offset } = take(state);
  let count = 1;
  while (accept(state, kind) !== undefined) {
    count += 1;
  }
  const operand = parseMember(state);
  return count % 2 === 0 ? operand : callOrMacro(state, { offset, name, args: [operand] });
}

function take(state: ParserState): Token {
  const token = peek(state);
  state.at += 1;
  return token;
}
