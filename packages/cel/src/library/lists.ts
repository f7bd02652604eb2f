import type { EstimatedArgument, EstimatedCall } from "../check/call-cost.ts";
import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import { addRanges, exactly, multiplyRanges, type Range, scaleRange, unlimited } from "../check/range.ts";
import { sizeOrAny } from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { elementAt, isList, listSize } from "../values/containers.ts";
import { bigintOf, isInt } from "../values/int.ts";
import { kindOf } from "../values/kind-of.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  stringType,
  timestampType,
  typeParameter,
  uintType,
} from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";
import { distinct, flatten, makeRange, reverse, slice, sort, sortByKeys } from "./list-functions.ts";
import { namingUnknown } from "./no-such-overload.ts";
import { sortByMacro } from "./sort-by-macro.ts";

const t = typeParameter("T");
const list = listType(t);
const anyList = listType(dynType);
const comparable = [intType, uintType, doubleType, boolType, durationType, timestampType, stringType, bytesType];
const listCost = 10;

const sortByName = "@sortByAssociatedKeys";
const flattenCosts = { cost: flattenCost, estimate: estimateFlatten };

/** Library of list functions. */
export const listsLibrary: Library = {
  name: "lists",
  introduced: "1.34",
  macros: [sortByMacro],
  functions: [
    member("slice", {
      id: "list_slice",
      args: [list, intType, intType],
      result: list,
      call: slice,
      cost: resultCost,
      estimate: ([target, start, end]) =>
        estimateMade(1, exactly(difference(literalOf(end, sizeOrAny(target).max), literalOf(start, 0)))),
    }),
    {
      name: "flatten",
      overloads: [
        { id: "list_flatten", args: [listType(list)], result: list, isMember: true, ...flattenCosts },
        { id: "list_flatten_int", args: [anyList, intType], result: anyList, isMember: true, ...flattenCosts },
      ],
      call: flatten,
    },
    { name: "sort", overloads: comparable.map(sortOverload), call: namingUnknown("sort", ["list"], sort) },
    {
      name: sortByName,
      overloads: comparable.map(sortByOverload),
      call: namingUnknown(sortByName, ["list"], sortByKeys),
    },
    {
      name: "lists.range",
      overloads: [
        {
          id: "lists_range",
          args: [intType],
          result: listType(intType),
          call: makeRange,
          cost: resultCost,
          estimate: ([count]) => estimateMade(1, exactly(literalOf(count, unlimited))),
        },
      ],
    },
    member("reverse", {
      id: "list_reverse",
      args: [list],
      result: list,
      call: reverse,
      cost: resultCost,
      estimate: ([target]) => estimateMade(1, sizeOrAny(target)),
    }),
    member("distinct", {
      id: "list_distinct",
      args: [list],
      result: list,
      call: distinct,
      cost: ([target]) => selfComparisonCost(target),
      estimate: ([target]) => estimateMade(2, multiplyRanges(sizeOrAny(target), sizeOrAny(target))),
    }),
  ],
};

function member(name: string, overload: Overload): FunctionDeclaration {
  return { name, overloads: [{ ...overload, isMember: true }] };
}

function sortOverload(type: CelType): Overload {
  return {
    id: `list_${type.name}_sort`,
    args: [listType(type)],
    result: listType(type),
    isMember: true,
    cost: ([target]) => selfComparisonCost(target),
    estimate: ([target]) => estimateSort(target, type),
  };
}

function sortByOverload(type: CelType): Overload {
  return {
    id: `list_${type.name}_sortByAssociatedKeys`,
    args: [list, listType(type)],
    result: list,
    isMember: true,
    cost: ([, keys]) => selfComparisonCost(keys),
    estimate: ([, keys]) => estimateSort(keys, type),
  };
}

/** Cost of a call that creates a list, including the traversal of its result. */
function madeCost(factor: number, size: number): number {
  return Math.floor(size * factor) + 1 + listCost;
}

function resultCost(_: readonly CelValue[], result: CelValue): number {
  return madeCost(1, plainSize(result));
}

function flattenCost([target, depth]: readonly CelValue[]): number {
  return madeCost(isInt(depth) ? Number(bigintOf(depth)) : 1, plainSize(target as CelValue));
}

function selfComparisonCost(value: CelValue | undefined): number | undefined {
  // Kubernetes: computing the cost of a list that is an error ends the evaluation (cel/library/cost.go CallCost,
  // v1.36).
  if (value instanceof CelError) {
    throw new CelError("internal error: interface conversion: *types.Err is not traits.Lister: missing method Add");
  }
  if (value === undefined || !isList(value)) {
    return undefined;
  }
  const size = listSize(value);
  const kind = size === 0 ? undefined : kindOf(elementAt(value, 0));
  return madeCost(kind === "string" || kind === "bytes" ? 2.1 : 2, size * size);
}

function estimateMade(factor: number, size: Range): EstimatedCall {
  return { cost: addRanges(scaleRange(size, factor), exactly(1 + listCost)), resultSize: size };
}

function estimateSort(keys: EstimatedArgument | undefined, type: CelType): EstimatedCall {
  const factor = type.kind === "string" || type.kind === "bytes" ? 2.1 : 2;
  return estimateMade(factor, multiplyRanges(sizeOrAny(keys), sizeOrAny(keys)));
}

function estimateFlatten([target, depth]: readonly EstimatedArgument[]): EstimatedCall {
  return estimateMade(depth === undefined ? 1 : literalOf(depth, unlimited), sizeOrAny(target));
}

function literalOf(argument: EstimatedArgument | undefined, otherwise: number): number {
  return isInt(argument?.literal) ? Math.max(0, Number(bigintOf(argument.literal))) : otherwise;
}

// Kubernetes: a negative difference wraps around, as unsigned numbers do (cel-go/ext/lists.go estimateListSlice,
// v1.36).
function difference(end: number, start: number): number {
  return end < start ? unlimited - (start - end) : end - start;
}
