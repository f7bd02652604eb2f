import type { Call, Expression, Select } from "../parse/expression.ts";
import { toQualifiedName } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import { operators } from "../parse/operators.ts";
import {
  boolType,
  type CelType,
  dynType,
  errorType,
  isOptionalType,
  optionalType,
  printType,
  unwrapOptional,
} from "../values/type.ts";
import { checkComprehension, checkList, checkMap, checkStruct } from "./check-literals.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import {
  type CheckerState,
  fault,
  lookUpField,
  lookUpFunction,
  lookUpVariable,
  setType,
  typeOf,
} from "./checker-state.ts";
import type { FunctionDeclaration, TypeProvider, VariableDeclaration } from "./declaration.ts";
import { literalType } from "./literal-type.ts";
import { resolveOverload } from "./resolve-overload.ts";
import { assign, createSubstitutions, substitute } from "./unify.ts";

/** Declarations available to an expression. */
export interface CheckerEnvironment {
  readonly container: string;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly variables: ReadonlyMap<string, VariableDeclaration>;
  readonly types: TypeProvider;
}

/** Type-checks an expression: every part gets its type and every name its declaration, or an error. */
export function check(
  expression: Expression,
  environment: CheckerEnvironment,
): { readonly checked: CheckedExpression; readonly issues: readonly Issue[] } {
  const state: CheckerState = {
    environment,
    types: [],
    references: new Map(),
    issues: [],
    substitutions: createSubstitutions(),
    scopes: [],
    freeParameters: 0,
    check: (part) => checkExpression(state, part),
  };
  checkExpression(state, expression);
  const types = state.types.map((type) =>
    type === undefined ? undefined : substitute(state.substitutions, type, { freeToDyn: true }),
  );
  return { checked: { expression, types, references: state.references }, issues: state.issues };
}

function checkExpression(state: CheckerState, expression: Expression): void {
  switch (expression.kind) {
    case "literal":
      setType(state, expression, literalType(expression.value));
      break;
    case "identifier":
      checkIdentifier(state, expression, expression.name);
      break;
    case "select":
      checkSelect(state, expression);
      break;
    case "call":
      checkCall(state, expression);
      break;
    case "list":
      checkList(state, expression);
      break;
    case "map":
      checkMap(state, expression);
      break;
    case "struct":
      checkStruct(state, expression);
      break;
    case "comprehension":
      checkComprehension(state, expression);
      break;
    case "unspecified":
      setType(state, expression, errorType);
  }
}

function checkIdentifier(state: CheckerState, expression: Expression, name: string): void {
  const found = lookUpVariable(state, name);
  if (found === undefined) {
    setType(state, expression, errorType);
    fault(state, expression, undeclared(state, name));
    return;
  }
  setType(state, expression, found.variable.type);
  state.references.set(expression.id, { kind: "variable", ...found });
}

function undeclared(state: CheckerState, name: string): string {
  return `undeclared reference to '${name}' (in container '${state.environment.container}')`;
}

function checkSelect(state: CheckerState, expression: Select): void {
  const name = toQualifiedName(expression);
  const found = name === undefined ? undefined : lookUpVariable(state, name);
  if (found !== undefined) {
    setType(state, expression, found.variable.type);
    state.references.set(expression.id, { kind: "variable", ...found });
    return;
  }
  const type = checkField(state, expression, { operand: expression.operand, field: expression.field });
  setType(state, expression, expression.isTest ? boolType : substitute(state.substitutions, type));
}

/** The type of a field of the operand; optional if the operand is. */
function checkField(
  state: CheckerState,
  at: Expression,
  { operand, field }: { readonly operand: Expression; readonly field: string },
): CelType {
  state.check(operand);
  const operandType = substitute(state.substitutions, typeOf(state, operand));
  const type = fieldTypeOf(state, at, { target: unwrapOptional(operandType), field });
  return isOptionalType(operandType) ? optionalType(type) : type;
}

function fieldTypeOf(
  state: CheckerState,
  at: Expression,
  { target, field }: { readonly target: CelType; readonly field: string },
): CelType {
  switch (target.kind) {
    case "map":
      return target.parameters[1] ?? dynType;
    case "struct":
      return lookUpField(state, at, { typeName: target.name, field })?.type ?? errorType;
    case "parameter":
      // An unknown type may have any fields.
      assign(state.substitutions, [dynType], [target]);
      return dynType;
    case "dyn":
    case "error":
      return dynType;
    default:
      fault(state, at, `type '${printType(target)}' does not support field selection`);
      return dynType;
  }
}

function checkOptionalSelect(state: CheckerState, expression: Call): void {
  const [operand, key] = expression.args;
  if (operand === undefined || key?.kind !== "literal" || typeof key.value !== "string") {
    setType(state, expression, errorType);
    return;
  }
  const type = checkField(state, expression, { operand, field: key.value });
  const result = isOptionalType(type) ? type : optionalType(type);
  setType(state, expression, substitute(state.substitutions, result));
  state.references.set(expression.id, {
    kind: "function",
    name: operators.optionalSelect,
    overloads: ["select_optional_field"],
    isNamespaced: false,
  });
}

function checkCall(state: CheckerState, expression: Call): void {
  if (expression.function === operators.optionalSelect) {
    checkOptionalSelect(state, expression);
    return;
  }
  for (const arg of expression.args) {
    state.check(arg);
  }
  const { target } = expression;
  const qualifier = target === undefined ? undefined : toQualifiedName(target);
  const namespaced = qualifier === undefined ? undefined : lookUpFunction(state, `${qualifier}.${expression.function}`);
  if (namespaced !== undefined) {
    resolveOverload(state, expression, { declaration: namespaced, target: undefined, isNamespaced: true });
    return;
  }
  if (target !== undefined) {
    state.check(target);
  }
  const declaration = lookUpFunction(state, expression.function);
  if (declaration === undefined) {
    setType(state, expression, errorType);
    fault(state, expression, undeclared(state, expression.function));
    return;
  }
  resolveOverload(state, expression, { declaration, target, isNamespaced: false });
}
