import { type CelType, dynType, isSameType } from "../values/type.ts";

/** Type parameters bound so far, by name, and the log that undoes the last bindings. */
export interface Substitutions {
  readonly types: Map<string, CelType>;
  readonly undo: { readonly name: string; readonly previous: CelType | undefined }[];
}

export function createSubstitutions(): Substitutions {
  return { types: new Map(), undo: [] };
}

/**
 * Whether values of the left types can be used for the right ones. Binds type parameters in `substitutions`; if the
 * result is false, none stays bound.
 */
export function assign(substitutions: Substitutions, left: readonly CelType[], right: readonly CelType[]): boolean {
  const mark = substitutions.undo.length;
  if (assignAll(substitutions, left, right)) {
    return true;
  }
  for (let entry = substitutions.undo.length; entry > mark; entry -= 1) {
    const { name, previous } = substitutions.undo.pop()!;
    if (previous === undefined) {
      substitutions.types.delete(name);
    } else {
      substitutions.types.set(name, previous);
    }
  }
  return false;
}

function setType(substitutions: Substitutions, name: string, type: CelType): void {
  substitutions.undo.push({ name, previous: substitutions.types.get(name) });
  substitutions.types.set(name, type);
}

function assignAll(bound: Substitutions, left: readonly CelType[], right: readonly CelType[]): boolean {
  return left.length === right.length && left.every((type, index) => assignOne(bound, type, right[index]!));
}

function assignOne(bound: Substitutions, left: CelType, right: CelType): boolean {
  if (right.kind === "parameter") {
    const result = bind(bound, left, right);
    if (result !== "free") {
      return result === "bound";
    }
  }
  if (left.kind === "parameter") {
    return bind(bound, right, left) === "bound";
  }
  if (isLoose(left) || isLoose(right)) {
    return true;
  }
  if (left.kind === "null") {
    return isNullable(right);
  }
  if (right.kind === "null") {
    return isNullable(left);
  }
  switch (left.kind) {
    case "type":
      return right.kind === "type";
    case "opaque":
    case "list":
    case "map":
      return (
        left.kind === right.kind && left.name === right.name && assignAll(bound, left.parameters, right.parameters)
      );
    default:
      return isAssignable(right, left);
  }
}

/**
 * `bound`: the parameter and the type agree now. `clash`: the parameter is bound to another type. `free`: it could not
 * be bound.
 */
function bind(bound: Substitutions, type: CelType, parameter: CelType): "bound" | "clash" | "free" {
  if (type.kind === "parameter" && type.name === parameter.name) {
    return "bound";
  }
  const current = bound.types.get(parameter.name);
  if (current === undefined) {
    if (occursIn(bound, parameter, type)) {
      return "free";
    }
    setType(bound, parameter.name, type);
    return "bound";
  }
  if (isSameType(type, current)) {
    return "bound";
  }
  if (!assignOne(bound, type, current)) {
    return "clash";
  }
  const general = mostGeneral(type, current);
  if (!occursIn(bound, parameter, general)) {
    setType(bound, parameter.name, general);
  }
  return "bound";
}

function isLoose(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

function isNullable(type: CelType): boolean {
  switch (type.kind) {
    case "opaque":
    case "struct":
    case "duration":
    case "timestamp":
    case "null":
      return true;
    default:
      return type.isWrapper === true;
  }
}

function isAssignable(to: CelType, from: CelType): boolean {
  if (to.isWrapper === true && from.kind === "null") {
    return true;
  }
  return to.kind === from.kind && to.name === from.name;
}

function occursIn(bound: Substitutions, parameter: CelType, within: CelType): boolean {
  if (within.kind === "parameter") {
    if (within.name === parameter.name) {
      return true;
    }
    const current = bound.types.get(within.name);
    return current !== undefined && occursIn(bound, parameter, current);
  }
  return within.parameters.some((inner) => occursIn(bound, parameter, inner));
}

/** The more general of two types that unify. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isEqualOrLessSpecific(left, right) ? left : right;
}

function isEqualOrLessSpecific(left: CelType, right: CelType): boolean {
  if (left.kind === "dyn" || left.kind === "parameter") {
    return true;
  }
  if (right.kind === "dyn" || right.kind === "parameter" || left.kind !== right.kind) {
    return false;
  }
  switch (left.kind) {
    case "opaque":
    case "list":
    case "map":
      return (
        left.name === right.name &&
        left.parameters.length === right.parameters.length &&
        left.parameters.every((inner, index) => isEqualOrLessSpecific(inner, right.parameters[index]!))
      );
    case "type":
      return true;
    default:
      return isSameType(left, right);
  }
}

/** The type with its parameters substituted. With `freeToDyn`, unbound parameters become dyn. */
export function substitute(substitutions: Substitutions, type: CelType, options?: { freeToDyn: boolean }): CelType {
  if (type.kind === "parameter") {
    const current = substitutions.types.get(type.name);
    if (current !== undefined) {
      return substitute(substitutions, current, options);
    }
    return options?.freeToDyn === true ? dynType : type;
  }
  if (type.parameters.length === 0) {
    return type;
  }
  const parameters = type.parameters.map((inner) => substitute(substitutions, inner, options));
  return parameters.every((inner, index) => inner === type.parameters[index]) ? type : { ...type, parameters };
}
