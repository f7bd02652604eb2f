import { encodeUtf8, type JsonValue, quoteGo } from "@kiln/api";
import { CelError, CelOptional, type CelValue, optionalNone, type Program } from "@kiln/cel";
import { createFault, type Fault } from "../fault.ts";
import type { ValidationRule } from "../json-schema.ts";
import { followTrail } from "../rule-trail.ts";
import type { RuleContext } from "../rules.ts";
import type { CompiledRule } from "./compile-rule.ts";
import type { Read } from "./read-declared.ts";

/** Maximum actual cost of one rule in one evaluation. */
const COST_LIMIT = 1_000_000;
const MAX_MESSAGE_BYTES = 5 * 1024;
const NO_FURTHER = "no further validation rules will be run";

/** The rules of one schema, ready to run. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  readonly read: Read;
  /** CEL type name of the schema, used in messages; empty if it has no type. */
  readonly typeName: string;
}

/** Evaluates all rules against a value. Subtracts their cost from the budget, which is negative once it is spent. */
export function runRules(
  compiled: CompiledRules,
  values: { readonly value: JsonValue; readonly old: JsonValue | undefined },
  context: RuleContext,
): Fault[] {
  const run = createRun(compiled, values, context);
  if (context.budget.remaining <= 0) {
    stop(run, `validation failed due to running out of cost budget, ${NO_FURTHER}`);
  }
  for (const rule of compiled.rules) {
    if (context.budget.remaining < 0) {
      break;
    }
    runRule(run, rule);
  }
  return run.faults;
}

interface Run {
  readonly typeName: string;
  readonly value: JsonValue;
  readonly hasOld: boolean;
  /** Variables of expressions. `optional` has oldSelf as a CEL optional, for rules with `optionalOldSelf`. */
  readonly plain: Readonly<Record<string, unknown>>;
  readonly optional: Readonly<Record<string, unknown>>;
  readonly context: RuleContext;
  /** Errors found so far; each failed rule appends one. */
  readonly faults: Fault[];
}

function createRun(
  { rules, read, typeName }: CompiledRules,
  { value, old }: { readonly value: JsonValue; readonly old: JsonValue | undefined },
  context: RuleContext,
): Run {
  const self = read(value as CelValue);
  const hasOld = old !== undefined && old !== null;
  const bindings = { self };
  // Kubernetes: oldSelf is bound only if a rule uses it, so a messageExpression alone cannot read it
  // (schema/cel/validation.go validator, v1.36).
  if (!rules.some(({ usesOldSelf }) => usesOldSelf)) {
    return { typeName, value, hasOld, plain: bindings, optional: bindings, context, faults: [] };
  }
  const oldSelf = hasOld ? read(old as CelValue) : undefined;
  return {
    typeName,
    value,
    hasOld,
    plain: oldSelf === undefined ? bindings : { self, oldSelf },
    optional: { self, oldSelf: oldSelf === undefined ? optionalNone : new CelOptional(oldSelf) },
    context,
    faults: [],
  };
}

function runRule(run: Run, compiled: CompiledRule): void {
  const { rule, program, fault, usesOldSelf } = compiled;
  if (fault !== undefined) {
    run.faults.push(typeFault(run, `rule compile error: ${fault}`));
    return;
  }
  const isOptional = rule.optionalOldSelf === true;
  if (program === undefined || (usesOldSelf && !run.hasOld && !isOptional)) {
    return;
  }
  const { value } = evaluate(run, program, isOptional ? run.optional : run.plain) ?? {};
  if (value === undefined) {
    stop(run, `validation failed due to running out of cost budget, ${NO_FURTHER}`);
  } else if (value instanceof CelError) {
    reportError(run, rule, value.message);
  } else if (value !== true) {
    reportFailure(run, compiled);
  }
}

/** Runs an expression and subtracts its cost from the budget; undefined if the budget is spent. */
function evaluate(
  { context: { budget, trail } }: Run,
  program: Program,
  bindings: Run["plain"],
): { readonly value: CelValue } | undefined {
  const { value, cost } = followTrail(trail, () => program.evaluate(bindings, { costLimit: COST_LIMIT }));
  if (cost > budget.remaining) {
    return undefined;
  }
  budget.remaining -= cost;
  return { value };
}

/** Kubernetes' message has the type in the position of the value. */
function typeFault({ typeName }: Run, detail: string): Fault {
  return createFault({ reason: "FieldValueInvalid", value: typeName, detail });
}

function stop(run: Run, detail: string): void {
  run.faults.push(typeFault(run, detail));
  run.context.budget.remaining = -1;
}

function isLimitExceeded(message: string): boolean {
  return message.startsWith("operation cancelled: actual cost limit exceeded");
}

function reportError(run: Run, rule: ValidationRule, message: string): void {
  if (isLimitExceeded(message)) {
    stop(run, `'${message}': ${NO_FURTHER} due to call cost exceeds limit for rule: ${nameOf(rule)}`);
  } else if (message.startsWith("no such overload")) {
    const detail = "call arguments did not match a supported operator, function or macro signature for rule:";
    run.faults.push(typeFault(run, `'${message}': ${detail} ${nameOf(rule)}`));
  } else {
    run.faults.push(typeFault(run, `${message} evaluating rule: ${nameOf(rule)}`));
  }
}

function nameOf({ rule, message = "" }: ValidationRule): string {
  return (message === "" ? rule : message).trim();
}

function reportFailure(run: Run, compiled: CompiledRule): void {
  const { rule, message } = compiled;
  const told = message === undefined ? undefined : tellMessage(run, message, rule.messageExpression ?? "");
  if (told?.fault !== undefined) {
    addFault(run, compiled, typeFault(run, told.fault));
    run.context.budget.remaining = -1;
    return;
  }
  const detail = told?.text ?? (rule.message ? rule.message.trim() : `failed rule: ${nameOf(rule)}`);
  addFault(run, compiled, failureFault(run, rule.reason, detail));
}

/**
 * Adds the rule's `fieldPath` to the error, then reports it: as a warning if the value is unchanged and the rule does
 * not use oldSelf, else as an error of the run.
 */
function addFault(run: Run, { usesOldSelf, fieldPath }: CompiledRule, fault: Fault): void {
  if (fieldPath !== undefined && fieldPath !== "") {
    fault.segments.push({ kind: "field", name: fieldPath });
  }
  if (!usesOldSelf && run.context.isUnchanged()) {
    run.context.warn(fault);
  } else {
    run.faults.push(fault);
  }
}

function failureFault({ typeName, value }: Run, reason: string | undefined, detail: string): Fault {
  const shown = typeName === "object" || typeName === "array" ? {} : { value };
  switch (reason) {
    case "FieldValueForbidden":
    case "FieldValueRequired":
      return createFault({ reason, detail });
    case "FieldValueDuplicate":
      return createFault({ reason, ...shown, detail: "" });
    default:
      return createFault({ reason: "FieldValueInvalid", ...shown, detail });
  }
}

/**
 * Evaluates `messageExpression`: the message; an error if it exceeds the cost limit; undefined if it fails or returns
 * no usable text, so that the rule's own message is used.
 */
function tellMessage(
  run: Run,
  message: Program,
  expression: string,
): { readonly text?: string | undefined; readonly fault?: string } {
  // Kubernetes: a messageExpression sees oldSelf as a plain value, even if the rule sees an optional one
  // (schema/cel/compilation.go compileRule, v1.36).
  const evaluated = evaluate(run, message, run.plain);
  if (evaluated === undefined) {
    return { fault: `messageExpression evaluation failed due to running out of cost budget, ${NO_FURTHER}` };
  }
  const { value } = evaluated;
  if (value instanceof CelError && isLimitExceeded(value.message)) {
    const quoted = quoteGo(expression);
    return { fault: `${NO_FURTHER} due to call cost exceeds limit for messageExpression: ${quoted}` };
  }
  const text = typeof value === "string" ? value.trim() : "";
  const isUsable = text !== "" && !text.includes("\n") && encodeUtf8(text).length <= MAX_MESSAGE_BYTES;
  return { text: isUsable ? text : undefined };
}
