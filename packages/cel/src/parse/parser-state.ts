import type { Expression } from "./expression.ts";
import { createExpressionBuilder, type IdSource } from "./expression-builder.ts";
import type { Issue } from "./issues.ts";
import { type Macro, macroKey } from "./macro.ts";
import { nowhere } from "./source.ts";
import type { Token, TokenKind } from "./token.ts";

export interface ParserOptions {
  readonly macros: ReadonlyMap<string, Macro>;
  /** `.?field`, `[?index]` and optional elements. */
  readonly allowsOptionals: boolean;
  /** Fields named in backquotes. */
  readonly allowsBackquotes: boolean;
}

/** State of parsing one text. */
export interface ParserState {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly options: ParserOptions;
  readonly issues: Issue[];
  readonly ids: IdSource;
  /** A whole expression, for the rules that contain one. */
  parseExpression(state: ParserState): Expression;
  /** Index of the next token. */
  at: number;
  /** Set at the first unexpected token; everything after is ignored. */
  hasFailed: boolean;
  /** How many of each kind of rule are open. */
  readonly depth: { expression: number; relation: number; calculation: number; member: number };
}

/** How many rules of one kind may be open at once. */
export const maxDepth = 250;

export function peek(state: ParserState, ahead = 0): Token {
  return state.tokens[Math.min(state.at + ahead, state.tokens.length - 1)]!;
}

/** Consumes the next token if it is of that kind. */
export function accept(state: ParserState, kind: TokenKind): Token | undefined {
  const token = peek(state);
  if (token.kind !== kind) {
    return undefined;
  }
  state.at += 1;
  return token;
}

/** Consumes a token of that kind, or fails. */
export function expect(state: ParserState, kind: TokenKind): Token {
  return accept(state, kind) ?? fail(state);
}

/** Moves to the end, so that every open loop ends as well. */
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

/** Counts one more open rule of a kind; the caller takes it off again. */
export function deepen(state: ParserState, rule: keyof ParserState["depth"]): void {
  state.depth[rule] += 1;
  if (state.depth[rule] > maxDepth && !state.hasFailed) {
    report(state, nowhere, `expression recursion limit exceeded: ${maxDepth}`);
    fail(state);
  }
}

/** A call, or the expansion of the macro of that name. */
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
