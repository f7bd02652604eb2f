import type { Expression } from "../parse/expression.ts";
import { accumulatorName, type ExpressionBuilder } from "../parse/expression-builder.ts";
import { iterationVariable, type Macro, type MacroFault } from "../parse/macro.ts";
import { operators } from "../parse/operators.ts";

type Expand = Macro["expand"];
type Args = readonly Expression[];

/** Macros `has`, `all`, `exists`, `exists_one`, `map` and `filter`. */
export const standardMacros: readonly Macro[] = [
  { name: "has", argCount: 1, isMember: false, expand: expandHas },
  { name: "all", argCount: 2, isMember: true, expand: quantifier(expandAll) },
  { name: "exists", argCount: 2, isMember: true, expand: quantifier(expandExists) },
  { name: "exists_one", argCount: 2, isMember: true, expand: quantifier(expandExistsOne) },
  { name: "map", argCount: 2, isMember: true, expand: mapping((args) => ({ transform: args[1]! })) },
  {
    name: "map",
    argCount: 3,
    isMember: true,
    expand: mapping((args) => ({ predicate: args[1]!, transform: args[2]! })),
  },
  {
    name: "filter",
    argCount: 2,
    isMember: true,
    expand: mapping((args) => ({ predicate: args[1]!, transform: args[0]! })),
  },
];

/** Range of a loop and the names of its variables. */
export interface LoopHead {
  readonly range: Expression;
  readonly variable: string;
  readonly secondVariable: string | undefined;
  readonly accumulator: string;
}

function expandHas(builder: ExpressionBuilder, _target: Expression | undefined, args: Args): Expression | MacroFault {
  const [argument] = args as readonly [Expression];
  return argument.kind === "select" && !argument.isTest
    ? builder.presenceTest(argument.operand, argument.field)
    : { fault: "invalid argument to has() macro", at: argument };
}

function quantifier(expand: (builder: ExpressionBuilder, head: LoopHead, predicate: Expression) => Expression): Expand {
  return (builder, target, args) => {
    const variable = iterationVariable(args[0]!, "argument must be a simple name");
    return typeof variable === "string" ? expand(builder, createHead(target!, variable), args[1]!) : variable;
  };
}

function createHead(range: Expression, variable: string): LoopHead {
  return { range, variable, secondVariable: undefined, accumulator: accumulatorName };
}

/** Expands `all`, with one or two variables. */
export function expandAll(builder: ExpressionBuilder, head: LoopHead, predicate: Expression): Expression {
  return builder.comprehension({
    ...head,
    initial: builder.literal(true),
    condition: builder.call(operators.notStrictlyFalse, builder.accumulator()),
    step: builder.call(operators.and, builder.accumulator(), predicate),
    result: builder.accumulator(),
    shape: { kind: "all", predicate },
  });
}

export function expandExists(builder: ExpressionBuilder, head: LoopHead, predicate: Expression): Expression {
  const isNot = builder.call(operators.not, builder.accumulator());
  return builder.comprehension({
    ...head,
    initial: builder.literal(false),
    condition: builder.call(operators.notStrictlyFalse, isNot),
    step: builder.call(operators.or, builder.accumulator(), predicate),
    result: builder.accumulator(),
    shape: { kind: "exists", predicate },
  });
}

export function expandExistsOne(builder: ExpressionBuilder, head: LoopHead, predicate: Expression): Expression {
  const next = builder.call(operators.add, builder.accumulator(), builder.literal(1));
  return builder.comprehension({
    ...head,
    initial: builder.literal(0),
    condition: builder.literal(true),
    step: builder.call(operators.conditional, predicate, next, builder.accumulator()),
    result: builder.call(operators.equals, builder.accumulator(), builder.literal(1)),
    shape: { kind: "exists-one", predicate },
  });
}

interface Mapping {
  readonly predicate?: Expression;
  readonly transform: Expression;
}

function mapping(split: (args: Args) => Mapping): Expand {
  return (builder, target, args) => {
    const variable = iterationVariable(args[0]!, "argument is not an identifier");
    return typeof variable === "string" ? expandMap(builder, createHead(target!, variable), split(args)) : variable;
  };
}

export function expandMap(builder: ExpressionBuilder, head: LoopHead, { predicate, transform }: Mapping): Expression {
  const initial = builder.list();
  const append = builder.call(operators.add, builder.accumulator(), builder.list(transform));
  return builder.comprehension({
    ...head,
    initial,
    condition: builder.literal(true),
    step:
      predicate === undefined ? append : builder.call(operators.conditional, predicate, append, builder.accumulator()),
    result: builder.accumulator(),
    shape: { kind: "map", predicate, transform },
  });
}
