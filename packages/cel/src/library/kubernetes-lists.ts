import type { FunctionDeclaration, Implementation } from "../check/declaration.ts";
import { add } from "../values/arithmetic.ts";
import { compare, isComparable, noSuchOverload, type Order } from "../values/compare.ts";
import { elementAt, elementsOf, isList, listSize } from "../values/containers.ts";
import { isEqual } from "../values/equal.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listType,
  stringType,
  timestampType,
  typeParameter,
  uintType,
} from "../values/type.ts";
import { CelDouble, CelDuration, CelError, CelUint, type CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";
import { searchCosts } from "./strings.ts";

const a = typeParameter("A");

const summable: readonly (readonly [string, CelType, CelValue])[] = [
  ["int", intType, 0],
  ["uint", uintType, new CelUint(0n)],
  ["double", doubleType, new CelDouble(0)],
  ["duration", durationType, new CelDuration(0n)],
];

const comparable: readonly (readonly [string, CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

/** First library of lists that Kubernetes had. */
export const kubernetesListsLibrary: Library = {
  name: "kubernetes lists",
  introduced: "1.0",
  functions: [
    {
      name: "isSorted",
      overloads: comparable.map(([name, type]) => ({
        id: `list_${name}_is_sorted_bool`,
        args: [listType(type)],
        result: boolType,
        isMember: true,
        call: isSorted,
      })),
      ...searchCosts,
    },
    {
      name: "sum",
      overloads: summable.map(([name, type, zero]) => ({
        id: `list_${name}_sum_${name}`,
        args: [listType(type)],
        result: type,
        isMember: true,
        call: (list) => sum(list as CelValue, zero),
      })),
      ...searchCosts,
    },
    extreme("max", -1),
    extreme("min", 1),
    search("indexOf", "list_a_index_of_int", indexOf),
    search("lastIndexOf", "list_a_last_index_of_int", lastIndexOf),
  ],
};

function readElements(list: CelValue): readonly CelValue[] {
  return isList(list) ? elementsOf(list) : [];
}

function isSorted(list: CelValue): CelValue {
  const elements = readElements(list);
  if (!elements.every(isComparable)) {
    return noSuchOverload();
  }
  return elements.every((element, index) => index === 0 || compare(elements[index - 1] as CelValue, element) !== 1);
}

function sum(list: CelValue, zero: CelValue): CelValue {
  let total = zero;
  for (const element of readElements(list)) {
    total = add(total, element);
    if (total instanceof CelError) {
      return noSuchOverload();
    }
  }
  return total;
}

function extreme(name: string, worse: Order): FunctionDeclaration {
  const call: Implementation = (list) => {
    const elements = readElements(list as CelValue);
    if (!elements.every(isComparable)) {
      return noSuchOverload();
    }
    let best: CelValue | undefined;
    for (const element of elements) {
      best = best === undefined || compare(best, element) === worse ? element : best;
    }
    return best === undefined ? new CelError(`${name} called on empty list`) : best;
  };
  return {
    name,
    overloads: comparable.map(([typeName, type]) => ({
      id: `list_${typeName}_${name}_${typeName}`,
      args: [listType(type)],
      result: type,
      isMember: true,
      call,
    })),
    ...searchCosts,
  };
}

function search(name: string, id: string, call: Implementation): FunctionDeclaration {
  return { name, overloads: [{ id, args: [listType(a), a], result: intType, isMember: true, call }], ...searchCosts };
}

function indexOf(list: CelValue, sought: CelValue): CelValue {
  const elements = readElements(list);
  // A string equals only the same string, so the faster search of JavaScript is enough.
  return typeof sought === "string"
    ? elements.indexOf(sought)
    : elements.findIndex((element) => isEqual(element, sought));
}

function lastIndexOf(list: CelValue, sought: CelValue): CelValue {
  for (let index = isList(list) ? listSize(list) - 1 : -1; index >= 0; index -= 1) {
    if (isList(list) && isEqual(elementAt(list, index), sought)) {
      return index;
    }
  }
  return -1;
}
