import type { Issue } from "../issues.ts";
import { escapeBlanks } from "../lexer.ts";
import { maxDepth } from "../parser-state.ts";
import { nowhere } from "../source.ts";
import type { Token, TokenKind } from "../token.ts";
import { type Automaton, addAll, nextTokens, type State } from "./automaton.ts";
import type { RuleName } from "./grammar.ts";
import { printTokenKinds } from "./token-names.ts";

/** A rule whose text is not complete yet. */
export interface RuleContext {
  readonly name: RuleName;
  readonly precedence: number;
  /** Position at which the calling rule continues. */
  readonly follow: State | undefined;
  readonly parent: RuleContext | undefined;
}

/** Error that ended a rule. */
export type Fault =
  | { readonly kind: "mismatch"; readonly state: State }
  | { readonly kind: "no-alternative"; readonly start: Token; readonly offending: Token };

/** State of the search for syntax errors. */
export interface Recovery {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly automaton: Automaton;
  readonly issues: Issue[];
  at: number;
  /** Whether no token has matched since the last error: further errors are consequences of it and not reported. */
  isRecovering: boolean;
  lastErrorAt: number;
  readonly lastErrorStates: Set<State>;
  attempts: number;
  /** Number of reported errors, those of the lexer included. */
  reports: number;
  /** Number of open rules by name. */
  readonly depths: Map<RuleName, number>;
}

/** Thrown when there are too many errors to continue; caught where the search began. */
export class TooManyFaults extends Error {}

const maxAttempts = 30;
const maxSkippedTokens = 256;
/** The parser stops after this many syntax errors. */
export const maxReports = 100;

export function tokenAt(recovery: Recovery, ahead = 0): Token {
  return recovery.tokens[Math.min(recovery.at + ahead, recovery.tokens.length - 1)]!;
}

export function consume(recovery: Recovery): void {
  recovery.at = Math.min(recovery.at + 1, recovery.tokens.length - 1);
}

export function reportMatch(recovery: Recovery): void {
  recovery.isRecovering = false;
  recovery.lastErrorStates.clear();
  recovery.lastErrorAt = -1;
}

/** Adds `by` to the number of open rules of this name, which limits nesting. */
export function deepen(recovery: Recovery, name: RuleName, by = 1): void {
  const depth = (recovery.depths.get(name) ?? 0) + by;
  recovery.depths.set(name, depth);
  if (depth > maxDepth) {
    recovery.issues.push(tooDeep());
    throw new TooManyFaults();
  }
}

export function tooMany(offset: number): Issue {
  return { offset, message: `Syntax error: More than ${maxReports} syntax errors` };
}

export function tooDeep(): Issue {
  return { offset: nowhere, message: `expression recursion limit exceeded: ${maxDepth}` };
}

/** Tokens that may come at a position, given the stack of rules. */
function expectedTokens(
  recovery: Recovery,
  state: State | undefined,
  context: RuleContext | undefined,
): Set<TokenKind> {
  const expected = new Set<TokenKind>();
  let place = state;
  let caller = context;
  for (;;) {
    const { kinds, mayEnd } = nextTokens(recovery.automaton, place);
    addAll(expected, kinds);
    if (!mayEnd) {
      return expected;
    }
    if (caller?.parent === undefined) {
      return expected.add("end");
    }
    place = caller.follow;
    caller = caller.parent;
  }
}

/** Tokens with which any enclosing rule could continue. */
function recoverySet(recovery: Recovery, context: RuleContext): Set<TokenKind> {
  const kinds = new Set<TokenKind>();
  for (let caller: RuleContext | undefined = context; caller?.parent !== undefined; caller = caller.parent) {
    addAll(kinds, nextTokens(recovery.automaton, caller.follow).kinds);
  }
  return kinds;
}

function notify(recovery: Recovery, token: Token, message: string): void {
  if (recovery.reports >= maxReports) {
    recovery.issues.push(tooMany(token.start));
    throw new TooManyFaults();
  }
  recovery.reports += 1;
  recovery.issues.push({ offset: token.start, message: `Syntax error: ${message}` });
}

function display(recovery: Recovery, token: Token): string {
  return token.kind === "end" ? "'<EOF>'" : `'${escapeBlanks(recovery.text.slice(token.start, token.end))}'`;
}

export function reportFault(recovery: Recovery, fault: Fault, context: RuleContext): void {
  if (recovery.isRecovering) {
    return;
  }
  recovery.isRecovering = true;
  if (fault.kind === "mismatch") {
    const token = tokenAt(recovery);
    const expected = printTokenKinds(expectedTokens(recovery, fault.state, context));
    notify(recovery, token, `mismatched input ${display(recovery, token)} expecting ${expected}`);
    return;
  }
  const { start, offending } = fault;
  const input = start.kind === "end" ? "<EOF>" : recovery.text.slice(start.start, offending.end);
  const message = `no viable alternative at input '${escapeBlanks(input)}'`;
  // cel-go: a reserved word in place of a name keeps its older error message.
  const reserved = /'.(true|false|null)'$/.exec(message)?.[1];
  notify(recovery, offending, reserved === undefined ? message : `mismatched input '${reserved}' expecting IDENTIFIER`);
}

function reportUnwanted(recovery: Recovery, state: State, context: RuleContext): void {
  if (recovery.isRecovering) {
    return;
  }
  recovery.isRecovering = true;
  const token = tokenAt(recovery);
  const expected = printTokenKinds(expectedTokens(recovery, state, context));
  notify(recovery, token, `extraneous input ${display(recovery, token)} expecting ${expected}`);
}

/** Leaves a failed rule: skips tokens with which no enclosing rule could continue. */
export function recover(recovery: Recovery, state: State, context: RuleContext): void {
  countAttempt(recovery);
  const budget = { left: maxSkippedTokens };
  if (recovery.lastErrorAt === recovery.at && recovery.lastErrorStates.has(state)) {
    skip(recovery, budget);
  }
  recovery.lastErrorAt = recovery.at;
  recovery.lastErrorStates.add(state);
  skipUntil(recovery, recoverySet(recovery, context), budget);
}

function countAttempt(recovery: Recovery): void {
  recovery.attempts += 1;
  if (recovery.attempts > maxAttempts) {
    notify(recovery, tokenAt(recovery), `error recovery attempt limit exceeded: ${maxAttempts}`);
    throw new TooManyFaults();
  }
}

function skip(recovery: Recovery, budget: { left: number }): void {
  if (budget.left === 0) {
    const message = `error recovery token lookahead limit exceeded: ${maxSkippedTokens}`;
    recovery.issues.push({ offset: nowhere, message });
    throw new TooManyFaults();
  }
  budget.left -= 1;
  consume(recovery);
}

function skipUntil(recovery: Recovery, kinds: ReadonlySet<TokenKind>, budget: { left: number }): void {
  while (tokenAt(recovery).kind !== "end" && !kinds.has(tokenAt(recovery).kind)) {
    skip(recovery, budget);
  }
}

/** Called before a choice or an iteration of a loop: handles a token that none of them can start with. */
export function sync(recovery: Recovery, state: State, context: RuleContext): Fault | undefined {
  const { kinds, mayEnd } = nextTokens(recovery.automaton, state);
  if (recovery.isRecovering || mayEnd || kinds.has(tokenAt(recovery).kind)) {
    return undefined;
  }
  if (state.type !== "loop-back") {
    return deleteToken(recovery, state, context) ? undefined : { kind: "mismatch", state };
  }
  reportUnwanted(recovery, state, context);
  const wanted = new Set([...expectedTokens(recovery, state, context), ...recoverySet(recovery, context)]);
  skipUntil(recovery, wanted, { left: Number.POSITIVE_INFINITY });
  return undefined;
}

/** Drops the next token if the one after it would be valid. */
function deleteToken(recovery: Recovery, state: State, context: RuleContext): boolean {
  if (!expectedTokens(recovery, state, context).has(tokenAt(recovery, 1).kind)) {
    return false;
  }
  reportUnwanted(recovery, state, context);
  consume(recovery);
  reportMatch(recovery);
  return true;
}

/** Handles an unexpected token: deletes it, assumes a missing token before it, or returns an error. */
export function recoverInline(
  recovery: Recovery,
  { state, next }: { readonly state: State; readonly next: State | undefined },
  context: RuleContext,
): Fault | undefined {
  countAttempt(recovery);
  if (deleteToken(recovery, state, context)) {
    consume(recovery);
    return undefined;
  }
  if (!expectedTokens(recovery, next, context).has(tokenAt(recovery).kind)) {
    return { kind: "mismatch", state };
  }
  if (!recovery.isRecovering) {
    recovery.isRecovering = true;
    const token = tokenAt(recovery);
    const expected = printTokenKinds(expectedTokens(recovery, state, context));
    notify(recovery, token, `missing ${expected} at ${display(recovery, token)}`);
  }
  return undefined;
}
