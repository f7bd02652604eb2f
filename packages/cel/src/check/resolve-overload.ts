import type { Call, Expression } from "../parse/expression.ts";
import { operators } from "../parse/operators.ts";
import {
  boolType,
  type CelType,
  dynType,
  errorType,
  isDyn,
  isSameType,
  printSignature,
  printType,
} from "../values/type.ts";
import { type CheckerState, fault, freshParameter, setType, typeOf } from "./checker-state.ts";
import type { FunctionDeclaration, Overload } from "./declaration.ts";
import { assign, createSubstitutions, type Substitutions, substitute } from "./unify.ts";

interface Resolution {
  readonly declaration: FunctionDeclaration;
  readonly target: Expression | undefined;
  readonly isNamespaced: boolean;
}

/** Sets the type of a call from the matching overloads, or reports that none matches. */
export function resolveOverload(state: CheckerState, call: Call, resolution: Resolution): void {
  const { declaration, target, isNamespaced } = resolution;
  if (declaration.name === operators.and || declaration.name === operators.or) {
    resolveLogical(state, call, declaration);
    return;
  }
  const parts = target === undefined ? call.args : [target, ...call.args];
  const argTypes = parts.map((part) => typeOf(state, part));
  const isMember = target !== undefined;
  const matching: string[] = [];
  let result: CelType | undefined;
  for (const overload of declaration.overloads) {
    if ((overload.isMember ?? false) !== isMember || overload.args.length !== argTypes.length) {
      continue;
    }
    const type = match(state, overload, argTypes);
    if (type !== undefined) {
      matching.push(overload.id);
      result = result === undefined ? type : isDyn(result) || isSameType(result, type) ? result : dynType;
    }
  }
  if (result === undefined) {
    const printed = argTypes.map((type) => substitute(state.substitutions, type, { freeToDyn: true }));
    setType(state, call, errorType);
    fault(
      state,
      call,
      `found no matching overload for '${declaration.name}' applied to '${printSignature(printed, { isMember })}'`,
    );
    return;
  }
  setType(state, call, result);
  state.references.set(call.id, { kind: "function", name: declaration.name, overloads: matching, isNamespaced });
}

function match(state: CheckerState, overload: Overload, argTypes: readonly CelType[]): CelType | undefined {
  const instantiate = instantiation(state, overload);
  const args = instantiate === undefined ? overload.args : overload.args.map((type) => substitute(instantiate, type));
  if (!assign(state.substitutions, argTypes, args)) {
    return undefined;
  }
  const result = instantiate === undefined ? overload.result : substitute(instantiate, overload.result);
  return substitute(state.substitutions, result);
}

/** Renames the type parameters of an overload, because each call binds its own. Undefined if it has none. */
function instantiation(state: CheckerState, { parameters = [] }: Overload): Substitutions | undefined {
  if (parameters.length === 0) {
    return undefined;
  }
  const substitutions = createSubstitutions();
  for (const name of parameters) {
    substitutions.types.set(name, freshParameter(state));
  }
  return substitutions;
}

function resolveLogical(state: CheckerState, call: Call, declaration: FunctionDeclaration): void {
  let isSound = true;
  for (const arg of call.args) {
    const type = typeOf(state, arg);
    if (!assign(state.substitutions, [type], [boolType])) {
      fault(state, arg, `expected type 'bool' but found '${printType(type)}'`);
      isSound = false;
    }
  }
  setType(state, call, isSound ? boolType : errorType);
  const overloads = declaration.overloads.map((overload) => overload.id);
  state.references.set(call.id, { kind: "function", name: declaration.name, overloads, isNamespaced: false });
}
