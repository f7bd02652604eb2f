import type { Call } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import type { Regex } from "../values/regex.ts";
import type { CelType } from "../values/type.ts";
import type { CelValue } from "../values/value.ts";
import type { CallCost, CallEstimate } from "./call-cost.ts";
import type { CheckedExpression } from "./checked-expression.ts";

/** One way to call a function. */
export interface Overload {
  readonly id: string;
  /** The target first, if it is called as a member. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** Called as `target.name(…)`. */
  readonly isMember?: boolean;
  /** The parameters its types name. {@link mergeFunctions} fills it in. */
  readonly parameters?: readonly string[];
  /** Given values of the declared kinds, none of them an error. Missing if the function has one implementation for all. */
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
  /** For functions whose overloads differ by type only: gets any values, and returns an error for unsupported ones. */
  readonly call?: Implementation;
  /** Actual cost of all overloads, if it does not depend on which. */
  readonly cost?: CallCost;
  readonly estimate?: CallEstimate;
  /** Implementation for a constant pattern as the second argument. */
  readonly withPattern?: (regex: Regex) => Implementation;
  /** Errors of a call that depend on its literals. */
  readonly validate?: (call: Call, checked: CheckedExpression) => readonly Issue[];
  /** Arguments after a failed one are not evaluated, even if there are only two. */
  readonly stopsAtError?: boolean;
  /** Literals in its arguments may mix types. */
  readonly mayMixLiterals?: boolean;
}

/** A name an expression may use. */
export interface VariableDeclaration {
  readonly name: string;
  readonly type: CelType;
  /** Value of the name, if it is known before the expression runs: a type. */
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
  /** Undefined if the type has no such field. */
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
