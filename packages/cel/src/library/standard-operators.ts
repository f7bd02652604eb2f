import type { FunctionDeclaration, Implementation, Overload } from "../check/declaration.ts";
import { comparisonCost, joinCost, listCost } from "../cost/string-costs.ts";
import { operators } from "../parse/operators.ts";
import { add, divide, modulo, multiply, negate, subtract } from "../values/arithmetic.ts";
import { compare, noSuchOverload, type Order } from "../values/compare.ts";
import { elementsOf, findInMap, isList, isMap } from "../values/containers.ts";
import { isEqual } from "../values/equal.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  stringType,
  type TypeKind,
  timestampType,
  typeParameter,
  uintType,
} from "../values/type.ts";
import { CelError, type CelValue, ListView } from "../values/value.ts";
import { namingUnknown } from "./no-such-overload.ts";

const a = typeParameter("A");
const b = typeParameter("B");

/** Types by the names that overload ids contain, such as `add_int64`. */
const named = {
  bool: boolType,
  bytes: bytesType,
  double: doubleType,
  duration: durationType,
  int64: intType,
  list: listType(a),
  string: stringType,
  timestamp: timestampType,
  uint64: uintType,
} as const;

type Name = keyof typeof named;

function same(prefix: string, names: readonly Name[]): Overload[] {
  return names.map((name) => {
    const cost = name === "string" || name === "bytes" ? { cost: joinCost } : {};
    return { id: `${prefix}_${name}`, args: [named[name], named[name]], result: named[name], ...cost };
  });
}

function mixed(prefix: string, left: Name, right: Name, result: CelType): Overload {
  return { id: `${prefix}_${left}_${right}`, args: [named[left], named[right]], result };
}

const adders: readonly TypeKind[] = ["bytes", "double", "duration", "int", "list", "string", "timestamp", "uint"];
const subtractors: readonly TypeKind[] = ["double", "duration", "int", "timestamp", "uint"];
const numbers: readonly TypeKind[] = ["double", "int", "uint"];
const comparers: readonly TypeKind[] = ["bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint"];

const arithmetic: readonly FunctionDeclaration[] = [
  {
    name: operators.add,
    overloads: [
      ...same("add", ["bytes", "double"]),
      mixed("add", "duration", "duration", durationType),
      mixed("add", "duration", "timestamp", timestampType),
      mixed("add", "timestamp", "duration", timestampType),
      ...same("add", ["int64", "list", "string", "uint64"]),
    ],
    call: namingUnknown(operators.add, adders, add),
  },
  {
    name: "_-_",
    overloads: [
      ...same("subtract", ["double"]),
      mixed("subtract", "duration", "duration", durationType),
      ...same("subtract", ["int64"]),
      mixed("subtract", "timestamp", "duration", timestampType),
      mixed("subtract", "timestamp", "timestamp", durationType),
      ...same("subtract", ["uint64"]),
    ],
    call: namingUnknown("_-_", subtractors, subtract),
  },
  {
    name: "_*_",
    overloads: same("multiply", ["double", "int64", "uint64"]),
    call: namingUnknown("_*_", numbers, multiply),
  },
  {
    name: "_/_",
    overloads: same("divide", ["double", "int64", "uint64"]),
    call: namingUnknown("_/_", numbers, divide),
  },
  { name: "_%_", overloads: same("modulo", ["int64", "uint64"]), call: namingUnknown("_%_", ["int", "uint"], modulo) },
  {
    name: operators.negate,
    overloads: [
      { id: "negate_double", args: [doubleType], result: doubleType },
      { id: "negate_int64", args: [intType], result: intType },
    ],
    call: namingUnknown(operators.negate, ["bool", "double", "duration", "int"], negate),
  },
];

const comparisons: readonly FunctionDeclaration[] = [
  comparison("_<_", "less", (order) => order < 0),
  comparison("_<=_", "less_equals", (order) => order <= 0),
  comparison("_>_", "greater", (order) => order > 0),
  comparison("_>=_", "greater_equals", (order) => order >= 0),
];

function comparison(name: string, prefix: string, holds: (order: Order) => boolean): FunctionDeclaration {
  const kinds: readonly Name[] = ["bool", "int64", "uint64", "double", "string", "bytes", "timestamp", "duration"];
  const numeric: readonly Name[] = ["int64", "uint64", "double"];
  const overloads = kinds.flatMap((left): Overload[] => [
    { id: `${prefix}_${left}`, args: [named[left], named[left]], result: boolType, ...comparisonCostOf(left) },
    ...numeric
      .filter((right) => numeric.includes(left) && right !== left)
      .map((right) => mixed(prefix, left, right, boolType)),
  ]);
  const call: Implementation = (left, right) => {
    const order = compare(left as CelValue, right as CelValue);
    return order instanceof CelError ? order : holds(order);
  };
  return { name, overloads, call: namingUnknown(name, comparers, call) };
}

function comparisonCostOf(name: Name): Pick<Overload, "cost"> {
  return name === "string" || name === "bytes" ? { cost: comparisonCost } : {};
}

const membership: FunctionDeclaration = {
  name: operators.in,
  overloads: [
    { id: "in_list", args: [a, listType(a)], result: boolType, cost: listCost },
    { id: "in_map", args: [a, mapType(a, b)], result: boolType },
  ],
  call: isMember,
};

function isMember(element: CelValue, container: CelValue): CelValue {
  if (Array.isArray(container)) {
    return container.some((candidate) => isEqual(element, candidate as CelValue));
  }
  if (container instanceof ListView) {
    return elementsOf(container).some((candidate) => isEqual(element, candidate));
  }
  if (!isMap(container) || isList(container)) {
    return noSuchOverload();
  }
  const found = findInMap(container, element);
  return found instanceof CelError ? found : found !== undefined;
}

/**
 * Functions that are written as operators. Operators that may skip an argument have no implementation here: the planner
 * handles them.
 */
export const standardOperators: readonly FunctionDeclaration[] = [
  ...arithmetic,
  ...comparisons,
  membership,
  { name: operators.conditional, overloads: [{ id: "conditional", args: [boolType, a, a], result: a }] },
  { name: operators.and, overloads: [{ id: "logical_and", args: [boolType, boolType], result: boolType }] },
  { name: operators.or, overloads: [{ id: "logical_or", args: [boolType, boolType], result: boolType }] },
  {
    name: operators.not,
    overloads: [{ id: "logical_not", args: [boolType], result: boolType }],
    call: (value) => (typeof value === "boolean" ? !value : noSuchOverload()),
  },
  {
    name: operators.notStrictlyFalse,
    overloads: [{ id: "not_strictly_false", args: [boolType], result: boolType }],
    call: (value) => value !== false,
  },
  { name: operators.equals, overloads: [{ id: "equals", args: [a, a], result: boolType }] },
  { name: operators.notEquals, overloads: [{ id: "not_equals", args: [a, a], result: boolType }] },
  {
    name: operators.index,
    overloads: [
      { id: "index_list", args: [listType(a), intType], result: a },
      { id: "index_map", args: [mapType(a, b), a], result: b },
    ],
  },
];
