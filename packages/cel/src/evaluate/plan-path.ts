import type { Call, Expression, Select } from "../parse/expression.ts";
import { findInMap, isMap } from "../values/containers.ts";
import { type CelType, unwrapOptional } from "../values/type.ts";
import { CelError, CelOptional, type CelValue, optionalNone } from "../values/value.ts";
import { access, missing, noSuchKey, toKey } from "./access.ts";
import { type Finder, fieldFinder, planFieldStep, type Step } from "./field-step.ts";
import {
  allocateSlot,
  constantOf,
  counted,
  type Evaluator,
  type Frame,
  type Planned,
  type PlanState,
  typeAt,
} from "./planned.ts";
import { readerOf } from "./read-data.ts";

/** Plans a variable or constant, whose name may be qualified, such as `a.b.c`. */
export function planIdentifier(state: PlanState, expression: Expression): Planned {
  const reference = state.checked.references.get(expression.id);
  if (reference?.kind !== "variable") {
    return constantOf(new CelError("invalid attribute"));
  }
  const { variable, isLocal } = reference;
  if (variable.value !== undefined) {
    return constantOf(variable.value);
  }
  const local = isLocal ? state.locals.findLast((candidate) => candidate.name === variable.name) : undefined;
  const slot = local?.slot ?? variableSlot(state, variable.name, variable.type);
  const cost = counted(state, 1);
  return local?.initial === undefined
    ? { run: (frame) => frame.values[slot] as CelValue, cost, path: "path", slot }
    : { run: runOnce(local.initial, slot), cost, path: "path" };
}

function runOnce(initial: Planned, slot: number): Evaluator {
  return (frame) => {
    const known = frame.values[slot];
    if (known !== undefined) {
      return known;
    }
    frame.cost += initial.cost;
    const value = initial.run(frame);
    frame.values[slot] = value;
    return value;
  };
}

function variableSlot(state: PlanState, name: string, type: CelType): number {
  const known = state.variables.get(name);
  if (known !== undefined) {
    return known.slot;
  }
  const slot = allocateSlot(state);
  state.variables.set(name, { slot, type });
  return slot;
}

/** Cost of one more field or index after the operand: 1 if the operand is a path already, otherwise 2. */
export function stepCost(operand: Planned): number {
  return operand.path === undefined ? operand.cost + 2 : operand.cost + 1;
}

/** Cost of a part whose value is passed on without further selection: in that case cel-go does not count the path. */
export function passedCost(planned: Planned): number {
  return planned.path === "path" ? planned.cost - 1 : planned.cost;
}

function pathKind(operand: Planned): "path" | "conditional" {
  return operand.path === "conditional" ? "conditional" : "path";
}

export function planSelect(state: PlanState, expression: Select): Planned {
  if (state.checked.references.has(expression.id)) {
    return planIdentifier(state, expression);
  }
  const operand = state.plan(expression.operand);
  const find = fieldFinder(state, expression.operand, expression.field);
  if (expression.isTest) {
    // has() costs its steps, but not the path.
    return {
      run: planTest(state, operand.run, find),
      cost: counted(state, stepCost(operand) - 1),
      path: "test",
    };
  }
  const step = selectStep(state, find, expression.field);
  const run = planFieldStep(state, { operand, part: expression.operand, name: expression.field }, step);
  return { run, cost: counted(state, stepCost(operand)), path: pathKind(operand) };
}

function selectStep(state: PlanState, find: Finder, field: string): Step {
  const giveBack = counted(state, 1);
  return (frame, value) => {
    if (value instanceof CelError) {
      frame.cost -= giveBack;
      return value;
    }
    if (value instanceof CelOptional) {
      return stepIntoOptional(frame, value, { find, giveBack });
    }
    const found = find(value);
    return found === undefined ? noSuchKey(field) : found;
  };
}

function stepIntoOptional(
  frame: Frame,
  optional: CelOptional,
  { find, giveBack }: { readonly find: Finder; readonly giveBack: number },
): CelValue {
  const found = optional.value === undefined ? undefined : find(optional.value);
  if (found === undefined || found instanceof CelError) {
    frame.cost -= giveBack;
    return found ?? optionalNone;
  }
  return new CelOptional(found);
}

function planTest(state: PlanState, operand: Evaluator, find: Finder): Evaluator {
  const giveBack = counted(state, 1);
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError) {
      frame.cost -= giveBack;
      return value;
    }
    const target = value instanceof CelOptional ? value.value : value;
    const found = target === undefined ? undefined : find(target);
    // has() is false for a field of a value that has no fields.
    return found instanceof CelError ? found : found !== undefined;
  };
}

/** Plans `operand[index]`, `operand[?index]` and `operand.?field`. */
export function planIndex(
  state: PlanState,
  expression: Call,
  { isOptional }: { readonly isOptional: boolean },
): Planned {
  const [operandPart, indexPart] = expression.args as readonly [Expression, Expression];
  const operand = state.plan(operandPart);
  const index = state.plan(indexPart);
  const find = indexFinder(state, operandPart, index);
  const cost = counted(state, stepCost(operand) + passedCost(index));
  return { run: indexStep(state, { operand, index, find, isOptional }), cost, path: pathKind(operand) };
}

function indexFinder(
  state: PlanState,
  operand: Expression,
  index: Planned,
): (value: CelValue, index: CelValue) => CelValue | undefined {
  if (typeof index.constant === "string") {
    return fieldFinder(state, operand, index.constant);
  }
  const type = unwrapOptional(typeAt(state, operand));
  const element = type.parameters[type.kind === "map" ? 1 : 0];
  const read = element === undefined ? undefined : readerOf(element);
  if (type.kind === "list" && read !== undefined) {
    return (value, at) =>
      Array.isArray(value) && typeof at === "number" && at >= 0 && at < value.length
        ? read(value[at] as CelValue)
        : access(value, at);
  }
  if (type.kind === "map" && read !== undefined) {
    return (value, key) => {
      const found = isMap(value) ? findInMap(value, key) : access(value, key);
      return found === undefined ? undefined : read(found);
    };
  }
  return access;
}

interface IndexStep {
  readonly operand: Planned;
  readonly index: Planned;
  readonly find: (value: CelValue, index: CelValue) => CelValue | undefined;
  readonly isOptional: boolean;
}

function findOrFault(find: IndexStep["find"], value: CelValue, at: CelValue): CelValue {
  const found = find(value, at);
  return found === undefined ? missing(value, at) : found;
}

function indexStep(state: PlanState, { operand, index, find, isOptional }: IndexStep): Evaluator {
  const giveBack = counted(state, 1);
  const giveBackIndex = counted(state, passedCost(index));
  return (frame) => {
    const value = operand.run(frame);
    if (value instanceof CelError) {
      frame.cost -= giveBack + giveBackIndex;
      return value;
    }
    if (!isOptional && !(value instanceof CelOptional)) {
      const at = toKey(index.run(frame));
      return at instanceof CelError ? at : findOrFault(find, value, at);
    }
    const optional = value instanceof CelOptional ? value : new CelOptional(value);
    if (optional.value === undefined) {
      frame.cost -= giveBack + giveBackIndex;
      return optionalNone;
    }
    const at = toKey(index.run(frame));
    if (at instanceof CelError) {
      frame.cost -= giveBack;
      return at;
    }
    return stepIntoOptional(frame, optional, { find: (inner) => find(inner, at), giveBack });
  };
}
