import type { Expression } from "./expression.ts";
import { createExpressionBuilder, type IdSource } from "./expression-builder.ts";
import type { Issue } from "./issues.ts";
import { type Macro, macroKey } from "./macro.ts";
import { nowhere } from "./source.ts";
import type { Token, TokenKind } from "./token.ts";

export interface ParserOptions {
  readonly macros: ReadonlyMap<string, Macro>;
  /** Whether `.?field`, `[?index]` and optional elements are allowed. */
  readonly allowsOptionals: boolean;
  /** Whether fields may be named in backquotes. */
  readonly allowsBackquotes: boolean;
}

/** State of parsing one text. */
export interface ParserState {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly options: ParserOptions;
  readonly issues: Issue[];
  readonly ids: IdSource;
  /** Parses a whole expression, for the rules that contain one. */
  parseExpression(state: ParserState): Expression;
  /** Index of the next token. */
  at: number;
  /** Set at the first unexpected token; all later tokens are ignored. */
  hasFailed: boolean;
  /** Number of open rules of each kind. */
  readonly depth: { expression: number; relation: number; calculation: number; member: number };
}

/** Maximum number of open rules of one kind. */
export const maxDepth = 250;

export function peek(state: ParserState, ahead = 0): Token {
  return state.tokens[Math.min(state.at + ahead, state.tokens.length - 1)]!;
}

/** Consumes the next token if it is of the given kind. */
export function accept(state: ParserState, kind: TokenKind): Token | undefined {
  const token = peek(state);
  if (token.kind !== kind) {
    return undefined;
  }
  state.at += 1;
  return token;
}

/** Consumes a token of the given kind, or fails. */
export function expect(state: ParserState, kind: TokenKind): Token {
  return accept(state, kind) ?? fail(state);
}

/** Moves to the end of the tokens, so that every open loop ends as well. */
export function fail(state: ParserState): Token {
  state.hasFailed = true;
  state.at = state.tokens.length - 1;
  return peek(state);
}

export function report(state: ParserState, offset: number, message: string): void {
  state.issues.push({ offset, message });
}

export function textOf(state: ParserState, token: Token): string {
  return state.text.slice(token.start, token.end);
}

export function unspecified(state: ParserState, offset: number): Expression {
  return { kind: "unspecified", id: state.ids.next(), offset };
}

/** Counts one more open rule of a kind; the caller decrements the count afterwards. */
export function deepen(state: ParserState, rule: keyof ParserState["depth"]): void {
  state.depth[rule] += 1;
  if (state.depth[rule] > maxDepth && !state.hasFailed) {
    report(state, nowhere, `expression recursion limit exceeded: ${maxDepth}`);
    fail(state);
  }
}

/** Expands the macro of that name, or creates a call if there is none. */
export function callOrMacro(
  state: ParserState,
  call: { readonly offset: number; readonly name: string; readonly target?: Expression; readonly args: Expression[] },
): Expression {
  const { offset, name, target, args } = call;
  const key = macroKey({ name, argCount: args.length, isMember: target !== undefined });
  const macro = state.options.macros.get(key);
  const expanded = macro?.expand(createExpressionBuilder(state.ids, offset), target, args);
  if (expanded === undefined) {
    return { kind: "call", id: state.ids.next(), offset, function: name, target, args };
  }
  if ("fault" in expanded) {
    // A missing argument has been reported already.
    if (expanded.at.kind !== "unspecified") {
      report(state, expanded.at.offset, expanded.fault);
    }
    return unspecified(state, offset);
  }
  return expanded;
}
