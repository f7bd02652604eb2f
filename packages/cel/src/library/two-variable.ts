import type { Expression } from "../parse/expression.ts";
import { accumulatorName, type ExpressionBuilder } from "../parse/expression-builder.ts";
import { iterationVariable, type Macro, type MacroFault } from "../parse/macro.ts";
import { operators } from "../parse/operators.ts";
import { findInMap, isMap, keysOf, LiteralMap, lookupOf } from "../values/containers.ts";
import { printMessageValue } from "../values/print-value.ts";
import { mapType, typeParameter } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";
import { expandAll, expandExists, expandExistsOne, expandMap, type LoopHead } from "./standard-macros.ts";

type Args = readonly Expression[];
type ExpandHead = (builder: ExpressionBuilder, head: LoopHead, args: Args) => Expression;

const keyParameter = typeParameter("K");
const valueParameter = typeParameter("V");
const anyMap = mapType(keyParameter, valueParameter);
const mapInsert = "cel.@mapInsert";

/** Library of macros whose loops have two variables: index and element, or key and value. */
export const twoVariableLibrary: Library = {
  name: "two-variable comprehensions",
  introduced: "1.32",
  macros: [
    macro("all", 3, (builder, head, args) => expandAll(builder, head, args[2]!)),
    macro("exists", 3, (builder, head, args) => expandExists(builder, head, args[2]!)),
    macro("existsOne", 3, (builder, head, args) => expandExistsOne(builder, head, args[2]!)),
    macro("exists_one", 3, (builder, head, args) => expandExistsOne(builder, head, args[2]!)),
    macro("transformList", 3, (builder, head, args) => expandMap(builder, head, { transform: args[2]! })),
    macro("transformList", 4, (builder, head, args) =>
      expandMap(builder, head, { predicate: args[2]!, transform: args[3]! }),
    ),
    macro("transformMap", 3, expandTransformMap),
    macro("transformMap", 4, expandTransformMap),
    macro("transformMapEntry", 3, expandTransformMapEntry),
    macro("transformMapEntry", 4, expandTransformMapEntry),
  ],
  functions: [
    {
      name: mapInsert,
      overloads: [
        {
          id: "@mapInsert_map_key_value",
          args: [anyMap, keyParameter, valueParameter],
          result: anyMap,
          call: (map, key, value) => insert(map as CelValue, key as CelValue, value as CelValue),
        },
        { id: "@mapInsert_map_map", args: [anyMap, anyMap], result: anyMap, call: insertAll },
      ],
    },
  ],
};

function macro(name: string, argCount: number, expand: ExpandHead): Macro {
  return {
    name,
    argCount,
    isMember: true,
    expand: (builder, target, args) => {
      const head = createHead(target!, args);
      return "fault" in head ? head : expand(builder, head, args);
    },
  };
}

function createHead(range: Expression, args: Args): LoopHead | MacroFault {
  const first = iterationVariable(args[0]!, "argument must be a simple name");
  const second = iterationVariable(args[1]!, "argument must be a simple name");
  if (typeof first !== "string" || typeof second !== "string") {
    return typeof first === "string" ? (second as MacroFault) : first;
  }
  return first === second
    ? { fault: `duplicate variable name: ${first}`, at: args[1]! }
    : { range, variable: first, secondVariable: second, accumulator: accumulatorName };
}

function expandTransformMap(builder: ExpressionBuilder, head: LoopHead, args: Args): Expression {
  const key = builder.identifier(head.variable);
  return expandInsertion(builder, head, { args, insertion: [key, args[args.length - 1]!] });
}

function expandTransformMapEntry(builder: ExpressionBuilder, head: LoopHead, args: Args): Expression {
  return expandInsertion(builder, head, { args, insertion: [args[args.length - 1]!] });
}

function expandInsertion(
  builder: ExpressionBuilder,
  head: LoopHead,
  { args, insertion }: { readonly args: Args; readonly insertion: Args },
): Expression {
  const step = builder.call(mapInsert, builder.accumulator(), ...insertion);
  return builder.comprehension({
    ...head,
    initial: builder.map(),
    condition: builder.literal(true),
    step: args.length === 4 ? builder.call(operators.conditional, args[2]!, step, builder.accumulator()) : step,
    result: builder.accumulator(),
    shape: undefined,
  });
}

/** Adds an entry to `map`, which the loop that fills it may change in place. */
function insert(map: CelValue, key: CelValue, value: CelValue): CelValue {
  const lookup = lookupOf(key);
  if (!(map instanceof LiteralMap) || lookup === undefined) {
    return new CelError("no such overload");
  }
  if (map.entries.has(lookup)) {
    return new CelError(`insert failed: key ${printMessageValue(key)} already exists`);
  }
  map.entries.set(lookup, { key, value });
  return map;
}

function insertAll(target?: CelValue, entries?: CelValue): CelValue {
  if (target === undefined || entries === undefined || !isMap(entries)) {
    return new CelError("no such overload");
  }
  for (const key of keysOf(entries)) {
    const result = insert(target, key, findInMap(entries, key) ?? null);
    if (result instanceof CelError) {
      return result;
    }
  }
  return target;
}
