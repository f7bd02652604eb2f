import type { Expression } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import { type CelType, errorType, structType, typeOfType, typeParameter } from "../values/type.ts";
import { CelTypeValue } from "../values/value.ts";
import type { Reference } from "./checked-expression.ts";
import type { CheckerEnvironment } from "./checker.ts";
import { candidateNames } from "./container.ts";
import type { FieldDeclaration, FunctionDeclaration, VariableDeclaration } from "./declaration.ts";
import type { Substitutions } from "./unify.ts";

/** State of the type check of one expression. */
export interface CheckerState {
  readonly environment: CheckerEnvironment;
  readonly types: (CelType | undefined)[];
  readonly references: Map<number, Reference>;
  readonly issues: Issue[];
  readonly substitutions: Substitutions;
  /** Variables of the enclosing comprehensions, innermost last. */
  readonly scopes: VariableDeclaration[];
  freeParameters: number;
  /** Checks a part of a compound expression. */
  check(part: Expression): void;
}

export function setType(state: CheckerState, expression: Expression, type: CelType): void {
  state.types[expression.id] = type;
}

export function typeOf(state: CheckerState, expression: Expression): CelType {
  return state.types[expression.id] ?? errorType;
}

export function fault(state: CheckerState, at: { readonly offset: number }, message: string): void {
  state.issues.push({ offset: at.offset, message });
}

/** A new type parameter, for a type that is not known yet. */
export function freshParameter(state: CheckerState): CelType {
  const name = `_var${state.freeParameters}`;
  state.freeParameters += 1;
  return typeParameter(name);
}

export interface FoundVariable {
  readonly variable: VariableDeclaration;
  /** Whether the variable belongs to a comprehension. */
  readonly isLocal: boolean;
}

/** Meaning of a name at this position: a comprehension's variable, a declared variable, or a type. */
export function lookUpVariable(state: CheckerState, name: string): FoundVariable | undefined {
  const { environment } = state;
  for (const candidate of candidateNames(environment.container, name)) {
    for (let index = state.scopes.length - 1; index >= 0; index -= 1) {
      const variable = state.scopes[index]!;
      if (variable.name === candidate) {
        return { variable, isLocal: true };
      }
    }
    const declared = environment.variables.get(candidate);
    if (declared !== undefined) {
      return { variable: declared, isLocal: false };
    }
    if (environment.types.hasType(candidate)) {
      const type = structType(candidate);
      return { variable: { name: candidate, type: typeOfType(type), value: new CelTypeValue(type) }, isLocal: false };
    }
  }
  return undefined;
}

export function lookUpFunction(state: CheckerState, name: string): FunctionDeclaration | undefined {
  for (const candidate of candidateNames(state.environment.container, name)) {
    const declaration = state.environment.functions.get(candidate);
    if (declaration !== undefined) {
      return declaration;
    }
  }
  return undefined;
}

/** Type of a field; reports an error if the field does not exist. */
export function lookUpField(
  state: CheckerState,
  at: { readonly offset: number },
  { typeName, field }: { readonly typeName: string; readonly field: string },
): FieldDeclaration | undefined {
  const { types } = state.environment;
  if (!types.hasType(typeName)) {
    fault(state, at, `unexpected failed resolution of '${typeName}'`);
    return undefined;
  }
  const declaration = types.findField(typeName, field);
  if (declaration === undefined) {
    fault(state, at, `undefined field '${field}'`);
  }
  return declaration;
}
