import { explainSyntax } from "./explain-syntax.ts";
import type { Expression } from "./expression.ts";
import type { Issue } from "./issues.ts";
import { lex } from "./lexer.ts";
import { operators } from "./operators.ts";
import { parseTernary } from "./parse-operators.ts";
import { expect, maxDepth, type ParserOptions, type ParserState } from "./parser-state.ts";
import { countCodePoints, nowhere, type Source } from "./source.ts";
import type { Token } from "./token.ts";

export type ParsedExpression =
  | { readonly expression: Expression; readonly issues: undefined }
  | { readonly expression: undefined; readonly issues: readonly Issue[] };

const maxCodePoints = 100_000;

/** Parses an expression. Never throws, and never nests deeper than cel-go's limits, whatever the text. */
export function parse(source: Source, options: ParserOptions): ParsedExpression {
  const size = source.text.length > maxCodePoints ? countCodePoints(source.text) : 0;
  if (size > maxCodePoints) {
    return fault(`expression code point size exceeds limit: size: ${size}, limit ${maxCodePoints}`);
  }
  const lexed = lex(source.text);
  const state = createState(source.text, lexed.tokens, options);
  const expression = parseTernary(state);
  expect(state, "end");
  if (state.hasFailed || lexed.issues.length > 0) {
    const isTooDeep = state.issues.some((issue) => issue.offset === nowhere);
    const explained = isTooDeep ? lexed.issues : explainSyntax(source.text, lexed);
    const known = new Set(explained.map((issue) => `${issue.offset} ${issue.message}`));
    const others = state.issues.filter((issue) => !known.has(`${issue.offset} ${issue.message}`));
    return { expression: undefined, issues: [...explained, ...others] };
  }
  if (state.issues.length > 0) {
    return { expression: undefined, issues: state.issues };
  }
  return lexed.tokens.length > maxDepth && depthOf(expression) > maxDepth
    ? fault("max recursion depth exceeded")
    : { expression, issues: undefined };
}

function fault(message: string): ParsedExpression {
  return { expression: undefined, issues: [{ offset: nowhere, message }] };
}

function createState(text: string, tokens: readonly Token[], options: ParserOptions): ParserState {
  let lastId = 0;
  return {
    text,
    tokens,
    options,
    issues: [],
    ids: {
      next: () => {
        lastId += 1;
        return lastId;
      },
    },
    parseExpression: parseTernary,
    at: 0,
    hasFailed: false,
    depth: { expression: 0, relation: 0, calculation: 0, member: 0 },
  };
}

const countedOperators = new Set<string>([operators.not, operators.negate, operators.and, operators.or]);

/**
 * Largest depth of the parts, 0 if there are none. Not Math.max(...): there may be more parts than a call takes
 * arguments.
 */
function deepestOf<T>(parts: readonly T[], depth: (part: T) => number): number {
  return parts.reduce((deepest, part) => Math.max(deepest, depth(part)), 0);
}

/** Nesting depth of operators, selections and calls, as cel-go's parser counts it when it builds the tree. */
function depthOf(expression: Expression): number {
  switch (expression.kind) {
    case "select":
      return 1 + depthOf(expression.operand);
    case "call": {
      const parts = expression.target === undefined ? expression.args : [expression.target, ...expression.args];
      const deepest = deepestOf(parts, depthOf);
      const isGlobal = expression.target === undefined && /^[\w.]*$/.test(expression.function);
      return isGlobal || countedOperators.has(expression.function) ? deepest : deepest + 1;
    }
    case "list":
      return deepestOf(expression.elements, depthOf);
    case "map":
      return deepestOf(expression.entries, (entry) => Math.max(depthOf(entry.key), depthOf(entry.value)));
    case "struct":
      return deepestOf(expression.fields, (field) => depthOf(field.value));
    case "comprehension":
      return 1 + Math.max(depthOf(expression.range), depthOf(expression.step), depthOf(expression.result));
    default:
      return 0;
  }
}
