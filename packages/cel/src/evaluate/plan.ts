import type { CheckedExpression } from "../check/checked-expression.ts";
import type { FunctionDeclaration, TypeProvider } from "../check/declaration.ts";
import type { Expression } from "../parse/expression.ts";
import type { Regex } from "../values/regex.ts";
import { CelError } from "../values/value.ts";
import { planCall } from "./plan-call.ts";
import { planComprehension } from "./plan-comprehension.ts";
import { planList, planMap, planStruct } from "./plan-literal.ts";
import { planIdentifier, planSelect } from "./plan-path.ts";
import { constantOf, PlanFault, type Planned, type PlanState } from "./planned.ts";

export interface PlanOptions {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly types: TypeProvider;
  /** Patterns that the checker has compiled. */
  readonly regexes: ReadonlyMap<string, Regex>;
  readonly isTracked: boolean;
}

/** Root of a program, the slots of its variables, and the number of slots in a frame. */
export interface Plan {
  readonly root: Planned;
  readonly variables: PlanState["variables"];
  readonly slots: number;
}

/** Turns a checked expression into closures. Returns an error if every run of it would fail. */
export function plan(checked: CheckedExpression, options: PlanOptions): Plan | CelError {
  const state: PlanState = {
    checked,
    functions: options.functions,
    types: options.types,
    regexes: options.regexes,
    isTracked: options.isTracked,
    variables: new Map(),
    locals: [],
    slots: 0,
    plan: (part) => planExpression(state, part),
  };
  try {
    const root = planExpression(state, checked.expression);
    return { root, variables: state.variables, slots: state.slots };
  } catch (fault) {
    if (fault instanceof PlanFault) {
      return new CelError(fault.message);
    }
    throw fault;
  }
}

function planExpression(state: PlanState, expression: Expression): Planned {
  switch (expression.kind) {
    case "literal":
      return constantOf(expression.value);
    case "identifier":
      return planIdentifier(state, expression);
    case "select":
      return planSelect(state, expression);
    case "call":
      return planCall(state, expression);
    case "list":
      return planList(state, expression);
    case "map":
      return planMap(state, expression);
    case "struct":
      return planStruct(state, expression);
    case "comprehension":
      return planComprehension(state, expression);
    case "unspecified":
      return constantOf(new CelError("unspecified expression"));
  }
}
