import type { CallCost } from "../check/call-cost.ts";
import type { FunctionDeclaration, Implementation, Overload } from "../check/declaration.ts";
import type { Call, Expression } from "../parse/expression.ts";
import { operators } from "../parse/operators.ts";
import { compileRegex } from "../values/regex.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { callOnce } from "./call-once.ts";
import { dispatcher } from "./dispatch.ts";
import { fastBinary, fastTracked, fastUnary, type TrackedSlow } from "./fast-calls.ts";
import { planEquality } from "./plan-equality.ts";
import { planConditional, planLogical } from "./plan-logic.ts";
import { planMatches } from "./plan-matches.ts";
import { planMembership } from "./plan-membership.ts";
import { planOptionalOr } from "./plan-optional.ts";
import { planIndex } from "./plan-path.ts";
import {
  checkLimit,
  constantOf,
  counted,
  type Evaluator,
  type Frame,
  PlanFault,
  type Planned,
  type PlanState,
} from "./planned.ts";

/** Conversions of constants are evaluated once; a failure fails the whole program. */
const conversions = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);

/** A call whose function is resolved. */
export interface ResolvedCall {
  readonly declaration: FunctionDeclaration;
  /** The overload that the argument types select; undefined if it is selected at run time. */
  readonly overload: Overload | undefined;
  readonly args: readonly Planned[];
  readonly parts: readonly Expression[];
}

export function planCall(state: PlanState, expression: Call): Planned {
  switch (expression.function) {
    case operators.and:
      return planLogical(state, expression, { decides: false });
    case operators.or:
      return planLogical(state, expression, { decides: true });
    case operators.conditional:
      return planConditional(state, expression);
    case operators.index:
      return planIndex(state, expression, { isOptional: false });
    case operators.optionalIndex:
    case operators.optionalSelect:
      return planIndex(state, expression, { isOptional: true });
    case operators.equals:
      return planEquality(state, expression, { isNegated: false });
    case operators.notEquals:
      return planEquality(state, expression, { isNegated: true });
    default:
  }
  const call = resolve(state, expression);
  if (call === undefined) {
    return constantOf(new CelError(`no such overload: ${expression.function}`));
  }
  return (
    planOptionalOr(state, call) ?? planMembership(state, call) ?? planMatches(state, call) ?? planPlainCall(state, call)
  );
}

function resolve(state: PlanState, expression: Call): ResolvedCall | undefined {
  const reference = state.checked.references.get(expression.id);
  const declaration = reference?.kind === "function" ? state.functions.get(reference.name) : undefined;
  if (reference?.kind !== "function" || declaration === undefined) {
    return undefined;
  }
  const { target } = expression;
  const parts = target === undefined || reference.isNamespaced ? expression.args : [target, ...expression.args];
  const only = reference.overloads.length === 1 ? reference.overloads[0] : undefined;
  return {
    declaration,
    overload: declaration.overloads.find((overload) => overload.id === only),
    args: parts.map((part) => state.plan(part)),
    parts,
  };
}

function planPlainCall(state: PlanState, call: ResolvedCall): Planned {
  const implementation =
    patternCall(state, call) ?? call.declaration.call ?? dispatcher(call.declaration, call.overload);
  const planned = planWith(state, call, implementation);
  const isConversion = conversions.has(call.declaration.name) && call.args.length === 1;
  if (isConversion && call.args[0]?.constant !== undefined) {
    const value = planned.run({ values: [], cost: 0, limit: Number.POSITIVE_INFINITY, recent: undefined });
    if (value instanceof CelError) {
      throw new PlanFault(value.message);
    }
    return constantOf(value);
  }
  return planned;
}

/** A constant pattern is compiled once; an invalid one fails the whole program. */
function patternCall(state: PlanState, { declaration, args }: ResolvedCall): Implementation | undefined {
  const pattern = args[1]?.constant;
  if (declaration.withPattern === undefined || typeof pattern !== "string") {
    return undefined;
  }
  const regex = state.regexes.get(pattern) ?? compileRegex(pattern);
  if (regex instanceof CelError) {
    throw new PlanFault(regex.message);
  }
  return declaration.withPattern(regex);
}

function planWith(state: PlanState, call: ResolvedCall, implementation: Implementation): Planned {
  const callCost = costOf(call);
  const args = call.args.reduce((total, arg) => total + arg.cost, 0);
  if (state.isTracked && stopsAtError(call)) {
    return { run: trackedVariadic(call.args, implementation, callCost ?? (() => 1)), cost: 0 };
  }
  if (state.isTracked && callCost !== undefined) {
    return { run: tracked(call, implementation, callCost), cost: args };
  }
  return { run: evaluator(call, implementation), cost: counted(state, args + 1) };
}

/**
 * Whether arguments after a failed one stay unevaluated. cel-go evaluates all where it calls a function of one or two
 * arguments directly; not with more arguments, a precompiled pattern, or an overload selected at run time.
 */
function stopsAtError({ declaration, overload, args }: ResolvedCall): boolean {
  return (
    args.length > 2 ||
    (args.length === 2 &&
      (declaration.stopsAtError === true ||
        (declaration.call === undefined && overload === undefined) ||
        (declaration.withPattern !== undefined && typeof args[1]?.constant === "string")))
  );
}

/** Cost of a call: that of the function, else of the overload, else 1. */
function costOf({ declaration, overload }: ResolvedCall): CallCost | undefined {
  const byFunction = declaration.cost;
  const byOverload = overload?.cost;
  return byFunction === undefined || byOverload === undefined
    ? (byFunction ?? byOverload)
    : (values, result) => byFunction(values, result) ?? byOverload(values, result);
}

function evaluator(call: ResolvedCall, implementation: Implementation): Evaluator {
  const [first, second] = call.args;
  if (first === undefined) {
    return () => implementation();
  }
  if (second === undefined) {
    const slow = strictUnary(implementation);
    return fastUnary(call.overload?.id, first, slow) ?? unary(first.run, slow);
  }
  if (call.args.length === 2) {
    const slow = strictBinary(implementation);
    return fastBinary(call.overload?.id, [first, second], slow) ?? binary(first.run, second.run, slow);
  }
  return variadic(
    call.args.map((arg) => arg.run),
    implementation,
  );
}

function strictUnary(implementation: Implementation): (value: CelValue) => CelValue {
  return (value) => (value instanceof CelError ? value : implementation(value));
}

function strictBinary(implementation: Implementation): (left: CelValue, right: CelValue) => CelValue {
  return (left, right) => {
    if (left instanceof CelError) {
      return left;
    }
    return right instanceof CelError ? right : implementation(left, right);
  };
}

function unary(run: Evaluator, call: (value: CelValue) => CelValue): Evaluator {
  return (frame) => callOnce(frame, call, run(frame));
}

function binary(left: Evaluator, right: Evaluator, call: (left: CelValue, right: CelValue) => CelValue): Evaluator {
  return (frame) => call(left(frame), right(frame));
}

function variadic(args: readonly Evaluator[], implementation: Implementation): Evaluator {
  return (frame) => {
    const values: CelValue[] = [];
    for (const arg of args) {
      const value = arg(frame);
      if (value instanceof CelError) {
        return value;
      }
      values.push(value);
    }
    return implementation(...values);
  };
}

/** Call with cost tracking: both arguments are evaluated, whatever they yield, and the call is counted. */
function tracked(call: ResolvedCall, implementation: Implementation, callCost: CallCost): Evaluator {
  const [first, second] = call.args as readonly [Planned, Planned | undefined];
  if (second === undefined) {
    const finish = strictUnary(implementation);
    return (frame) => {
      const value = first.run(frame);
      const result = callOnce(frame, finish, value);
      charge(frame, callCost([value], result));
      return result;
    };
  }
  const finish = strictBinary(implementation);
  const slow: TrackedSlow = (frame, left, right) => {
    const result = finish(left, right);
    charge(frame, callCost([left, right], result));
    return result;
  };
  const fast = call.declaration.cost === undefined ? fastTracked(call.overload?.id, [first, second], slow) : undefined;
  return fast ?? ((frame) => slow(frame, first.run(frame), second.run(frame)));
}

/**
 * Call with cost tracking for more than two arguments: the first error ends it. The call is counted only if the error
 * was in the last argument.
 */
function trackedVariadic(args: readonly Planned[], implementation: Implementation, callCost: CallCost): Evaluator {
  return (frame) => {
    const values: CelValue[] = [];
    for (const arg of args) {
      frame.cost += arg.cost;
      const value = arg.run(frame);
      values.push(value);
      if (value instanceof CelError) {
        frame.cost += values.length < args.length ? 0 : (callCost(values, value) ?? 1);
        return value;
      }
    }
    const result = implementation(...values);
    charge(frame, callCost(values, result));
    return result;
  };
}

/** Adds the cost of a call. The result may be large, so the budget is checked before the result is used. */
function charge(frame: Frame, cost: number | undefined): void {
  frame.cost += cost ?? 1;
  checkLimit(frame);
}
