import type { CelValue } from "../values/value.ts";

interface Node {
  /** Id that is unique within one expression; the checker stores its results by it. */
  readonly id: number;
  /** Offset in the text that messages about the node point at. */
  readonly offset: number;
}

export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: CelValue;
}

export interface Identifier extends Node {
  readonly kind: "identifier";
  /** Name; with a leading dot if it is absolute. */
  readonly name: string;
}

export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  /** Whether the selection is inside `has(operand.field)`. */
  readonly isTest: boolean;
}

export interface Call extends Node {
  readonly kind: "call";
  readonly function: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export interface ListLiteral extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** Indexes of elements written `?element`. */
  readonly optionals: readonly number[];
}

export interface MapEntry extends Node {
  readonly key: Expression;
  readonly value: Expression;
  readonly isOptional: boolean;
}

export interface MapLiteral extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

export interface FieldInitializer extends Node {
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

export interface StructLiteral extends Node {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: readonly FieldInitializer[];
}

/** Expansion of a macro that walks a list or map. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  /**
   * Second variable of the two-variable macros: the element or value, while `variable` is the index or key. Undefined
   * otherwise.
   */
  readonly secondVariable: string | undefined;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
  /** Macro that was expanded, which can run as a plain loop; undefined for a general loop. */
  readonly shape: ComprehensionShape | undefined;
}

export type ComprehensionShape =
  | { readonly kind: "all" | "exists" | "exists-one"; readonly predicate: Expression }
  | { readonly kind: "map"; readonly predicate: Expression | undefined; readonly transform: Expression };

/** Placeholder for a part with a syntax error; never reaches the checker. */
export interface Unspecified extends Node {
  readonly kind: "unspecified";
}

export type Expression =
  | Literal
  | Identifier
  | Select
  | Call
  | ListLiteral
  | MapLiteral
  | StructLiteral
  | Comprehension
  | Unspecified;

/** Direct parts of an expression, in the order in which they are checked. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "select":
      return [expression.operand];
    case "call":
      return expression.target === undefined ? expression.args : [expression.target, ...expression.args];
    case "list":
      return expression.elements;
    case "map":
      return expression.entries.flatMap((entry) => [entry.key, entry.value]);
    case "struct":
      return expression.fields.map((field) => field.value);
    case "comprehension":
      return [expression.range, expression.initial, expression.condition, expression.step, expression.result];
    default:
      return [];
  }
}

/** `a.b.c` as one name, if it consists of names only. */
export function toQualifiedName(expression: Expression): string | undefined {
  if (expression.kind === "identifier") {
    return expression.name;
  }
  if (expression.kind === "select" && !expression.isTest) {
    const qualifier = toQualifiedName(expression.operand);
    return qualifier === undefined ? undefined : `${qualifier}.${expression.field}`;
  }
  return undefined;
}
