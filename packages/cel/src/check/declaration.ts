import type { Call } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import type { Regex } from "../values/regex.ts";
import type { CelType } from "../values/type.ts";
import type { CelValue } from "../values/value.ts";
import type { CallCost, CallEstimate } from "./call-cost.ts";
import type { CheckedExpression } from "./checked-expression.ts";

/** One signature of a function, and its implementation. */
export interface Overload {
  readonly id: string;
  /** Argument types; the target comes first in a member function. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** Whether the function is called as `target.name(…)`. */
  readonly isMember?: boolean;
  /** Names of the type parameters in the argument types. {@link mergeFunctions} fills it in. */
  readonly parameters?: readonly string[];
  /**
   * Implementation, whose arguments have the declared kinds and are no errors. Missing if the function has one
   * implementation for all overloads.
   */
  readonly call?: Implementation;
  /** Actual cost of a call; 1 if missing. Applies only if the types select this overload. */
  readonly cost?: CallCost;
  /** Estimated cost of a call, before it runs; 1 if missing. */
  readonly estimate?: CallEstimate;
}

export type Implementation = (...args: readonly CelValue[]) => CelValue;

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /**
   * Implementation of all overloads, which differ by type only: takes any values, and returns an error for unsupported
   * ones.
   */
  readonly call?: Implementation;
  /** Actual cost, where it is the same for all overloads. */
  readonly cost?: CallCost;
  readonly estimate?: CallEstimate;
  /** Implementation for calls whose second argument is a constant pattern. */
  readonly withPattern?: (regex: Regex) => Implementation;
  /** Errors of a call that depend on its literals. */
  readonly validate?: (call: Call, checked: CheckedExpression) => readonly Issue[];
  /**
   * Whether a failed first argument of a two-argument call leaves the second unevaluated, and free of cost. With more
   * arguments every call does so.
   */
  readonly stopsAtError?: boolean;
  /** Whether literals in its arguments may mix types. */
  readonly mayMixLiterals?: boolean;
}

/** A variable, or another name that an expression may use. */
export interface VariableDeclaration {
  readonly name: string;
  readonly type: CelType;
  /** Value of a name that is constant, such as the type that `int` stands for; undefined for variables. */
  readonly value?: CelValue;
}

/** A field of an object type. */
export interface FieldDeclaration {
  readonly type: CelType;
  /** Key in the data, if it differs from the name in the expression. */
  readonly key?: string;
}

/** Provider of the object types, by name. Used while checking, never while running. */
export interface TypeProvider {
  /** Whether there is such a type. */
  hasType(name: string): boolean;
  /** Declaration of a field; undefined if the type has no such field. */
  findField(typeName: string, field: string): FieldDeclaration | undefined;
  /** Creates an object of the type; missing if expressions cannot create any. */
  create?(typeName: string, fields: ReadonlyMap<string, CelValue>): CelValue;
}

/** All overloads of a function, from every library that has some. */
export function mergeFunctions(declarations: Iterable<FunctionDeclaration>): Map<string, FunctionDeclaration> {
  const merged = new Map<string, FunctionDeclaration>();
  for (const declaration of declarations) {
    const prepared = { ...declaration, overloads: declaration.overloads.map(prepare) };
    const known = merged.get(declaration.name);
    merged.set(declaration.name, known === undefined ? prepared : mergeTwo(known, prepared));
  }
  return merged;
}

function prepare(overload: Overload): Overload {
  const names = new Set<string>();
  for (const type of [...overload.args, overload.result]) {
    collectParameters(type, names);
  }
  return { ...overload, parameters: [...names] };
}

function collectParameters(type: CelType, names: Set<string>): void {
  if (type.kind === "parameter") {
    names.add(type.name);
  }
  for (const inner of type.parameters) {
    collectParameters(inner, names);
  }
}

function mergeTwo(left: FunctionDeclaration, right: FunctionDeclaration): FunctionDeclaration {
  const ids = new Set(left.overloads.map((overload) => overload.id));
  const overloads = [...left.overloads, ...right.overloads.filter((overload) => !ids.has(overload.id))];
  return { ...right, ...left, overloads };
}
