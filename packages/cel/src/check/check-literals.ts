import type { Comprehension, Expression, ListLiteral, MapLiteral, StructLiteral } from "../parse/expression.ts";
import {
  anyType,
  boolType,
  type CelType,
  dynType,
  errorType,
  intType,
  isDyn,
  isOptionalType,
  listType,
  mapType,
  optionalType,
  printType,
  unwrapOptional,
} from "../values/type.ts";
import {
  type CheckerState,
  fault,
  freshParameter,
  lookUpField,
  lookUpVariable,
  setType,
  typeOf,
} from "./checker-state.ts";
import { assign, mostGeneral, substitute } from "./unify.ts";

export function checkList(state: CheckerState, expression: ListLiteral): void {
  let element: CelType | undefined;
  for (const [index, part] of expression.elements.entries()) {
    state.check(part);
    const isOptional = expression.optionals.includes(index);
    element = join(state, { previous: element, current: elementType(state, part, { isOptional }) });
  }
  setType(state, expression, listType(element ?? freshParameter(state)));
}

/** Type of an element in its list, map or object; of an optional element, the inner type. */
function elementType(state: CheckerState, part: Expression, { isOptional }: { isOptional: boolean }): CelType {
  const type = typeOf(state, part);
  if (!isOptional) {
    return type;
  }
  if (!isOptionalType(type) && !isDyn(type)) {
    fault(state, part, mismatch(optionalType(type), type));
  }
  return unwrapOptional(type);
}

function mismatch(expected: CelType, actual: CelType): string {
  return `expected type '${printType(expected)}' but found '${printType(actual)}'`;
}

/** Common type of a literal's elements so far: dyn if they differ, which validateLiterals reports later. */
function join(
  state: CheckerState,
  { previous, current }: { readonly previous: CelType | undefined; readonly current: CelType },
): CelType {
  if (previous === undefined) {
    return current;
  }
  return assign(state.substitutions, [previous], [current]) ? mostGeneral(previous, current) : dynType;
}

export function checkMap(state: CheckerState, expression: MapLiteral): void {
  let key: CelType | undefined;
  let value: CelType | undefined;
  for (const entry of expression.entries) {
    state.check(entry.key);
    key = join(state, { previous: key, current: typeOf(state, entry.key) });
    state.check(entry.value);
    value = join(state, { previous: value, current: elementType(state, entry.value, entry) });
  }
  setType(state, expression, mapType(key ?? freshParameter(state), value ?? freshParameter(state)));
}

export function checkStruct(state: CheckerState, expression: StructLiteral): void {
  const found = lookUpVariable(state, expression.typeName);
  if (found === undefined) {
    const container = state.environment.container;
    fault(state, expression, `undeclared reference to '${expression.typeName}' (in container '${container}')`);
    setType(state, expression, errorType);
    return;
  }
  const type = structTypeOf(state, expression, found.variable.type);
  setType(state, expression, type);
  state.references.set(expression.id, { kind: "struct", typeName: type.name });
  for (const field of expression.fields) {
    state.check(field.value);
    const declared = lookUpField(state, field, { typeName: type.name, field: field.name })?.type ?? errorType;
    const actual = elementType(state, field.value, field);
    if (!assign(state.substitutions, [declared], [actual])) {
      fault(
        state,
        field,
        `expected type of field '${field.name}' is '${printType(declared)}' but provided type is '${printType(actual)}'`,
      );
    }
  }
}

function structTypeOf(state: CheckerState, expression: StructLiteral, type: CelType): CelType {
  if (type.kind !== "type") {
    fault(state, expression, `'${printType(type)}' is not a type`);
    return errorType;
  }
  const named = type.parameters[0] ?? dynType;
  if (named.kind !== "struct") {
    fault(state, expression, `'${named.name}' is not a message type`);
    return errorType;
  }
  return named;
}

export function checkComprehension(state: CheckerState, expression: Comprehension): void {
  state.check(expression.range);
  state.check(expression.initial);
  const rangeType = substitute(state.substitutions, typeOf(state, expression.range));
  const accumulated = typeOf(state, expression.initial);
  state.scopes.push({ name: expression.accumulator, type: accumulated });
  const [first, second] = variableTypes(state, expression, rangeType);
  state.scopes.push({ name: expression.variable, type: first });
  if (expression.secondVariable !== undefined) {
    state.scopes.push({ name: expression.secondVariable, type: second });
  }
  state.check(expression.condition);
  expectType(state, expression.condition, boolType);
  state.check(expression.step);
  expectType(state, expression.step, accumulated);
  state.scopes.length -= expression.secondVariable === undefined ? 1 : 2;
  state.check(expression.result);
  state.scopes.length -= 1;
  setType(state, expression, substitute(state.substitutions, typeOf(state, expression.result)));
}

function expectType(state: CheckerState, part: Expression, type: CelType): void {
  const actual = typeOf(state, part);
  if (!assign(state.substitutions, [type], [actual])) {
    fault(state, part, mismatch(type, actual));
  }
}

function variableTypes(state: CheckerState, expression: Comprehension, range: CelType): readonly [CelType, CelType] {
  const [first = dynType, second = dynType] = range.parameters;
  switch (range.kind) {
    case "list":
      return expression.secondVariable === undefined ? [first, dynType] : [intType, first];
    case "map":
      return [first, second];
    case "dyn":
    case "error":
    case "parameter":
      if (range === anyType) {
        break;
      }
      assign(state.substitutions, [dynType], [range]);
      return [dynType, dynType];
    default:
  }
  fault(
    state,
    expression.range,
    `expression of type '${printType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
  );
  return [errorType, errorType];
}
