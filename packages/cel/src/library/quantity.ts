import {
  addQuantities,
  asInt64,
  compareQuantities,
  createQuantity,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantitySign,
  quantityToNumber,
  subtractQuantities,
} from "@kiln/api";
import type { FunctionDeclaration } from "../check/declaration.ts";
import { traversalCosts, unitCosts } from "../cost/library-costs.ts";
import { noSuchOverload } from "../values/compare.ts";
import { bigintOf, isInt, toInt } from "../values/int.ts";
import { boolType, type CelType, doubleType, intType, stringType, structType } from "../values/type.ts";
import { CelDouble, CelError, type CelValue, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const quantityType = structType("kubernetes.Quantity");

class CelQuantity extends OpaqueValue {
  readonly typeName = "kubernetes.Quantity";
  readonly quantity: Quantity;
  /**
   * Kubernetes: arithmetic returns a pointer, which the right side of `==` does not accept
   * (apiserver/pkg/cel/quantity.go Quantity.Equal, v1.36).
   */
  readonly isComputed: boolean;

  constructor(quantity: Quantity, { isComputed }: { readonly isComputed: boolean }) {
    super();
    this.quantity = quantity;
    this.isComputed = isComputed;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelQuantity && !other.isComputed
      ? compareQuantities(this.quantity, other.quantity) === 0
      : noSuchOverload();
  }

  print(): string {
    return printQuantity(this.quantity);
  }
}

function parse(text: CelValue): CelValue {
  const parsed = parseQuantity(String(text));
  return parsed.value === undefined ? new CelError(parsed.error) : new CelQuantity(parsed.value, { isComputed: false });
}

/** Declares a member function of a quantity, with its overloads and costs. */
function member(
  name: string,
  {
    id,
    result,
    args = [quantityType],
  }: { readonly id: string; readonly result: CelType; readonly args?: readonly CelType[] },
  read: (quantity: Quantity, other: Quantity) => CelValue,
): FunctionDeclaration {
  const call = (target: CelValue, other: CelValue = target) =>
    target instanceof CelQuantity && other instanceof CelQuantity
      ? read(target.quantity, other.quantity)
      : noSuchOverload();
  return { name, overloads: [{ id, args, result, isMember: true, call }], ...unitCosts };
}

const two = [quantityType, quantityType];

function calculation(name: string, calculate: (left: Quantity, right: Quantity) => Quantity): FunctionDeclaration {
  const call = (target: CelValue, other: CelValue) => {
    const right = isInt(other)
      ? createQuantity(bigintOf(other), "DecimalExponent")
      : other instanceof CelQuantity
        ? other.quantity
        : undefined;
    return target instanceof CelQuantity && right !== undefined
      ? new CelQuantity(calculate(target.quantity, right), { isComputed: true })
      : noSuchOverload();
  };
  return {
    name,
    overloads: [
      { id: `quantity_${name}`, args: two, result: quantityType, isMember: true, call },
      { id: `quantity_${name}_int`, args: [quantityType, intType], result: quantityType, isMember: true, call },
    ],
    ...unitCosts,
  };
}

/** Library of Kubernetes' quantities. */
export const quantityLibrary: Library = {
  name: "quantity",
  introduced: "1.28",
  functions: [
    {
      name: "quantity",
      overloads: [{ id: "string_to_quantity", args: [stringType], result: quantityType, call: parse }],
      ...traversalCosts,
    },
    {
      name: "isQuantity",
      overloads: [
        {
          id: "is_quantity_string",
          args: [stringType],
          result: boolType,
          call: (text) => parseQuantity(String(text)).value !== undefined,
        },
      ],
      ...traversalCosts,
    },
    {
      // Kubernetes: `sign` is declared as a global function, unlike the others (cel/library/quantity.go
      // quantityLibraryDecls, v1.36).
      name: "sign",
      overloads: [
        {
          id: "quantity_sign",
          args: [quantityType],
          result: intType,
          call: (target) => (target instanceof CelQuantity ? quantitySign(target.quantity) : noSuchOverload()),
        },
      ],
      ...unitCosts,
    },
    member(
      "isGreaterThan",
      { id: "quantity_is_greater_than", args: two, result: boolType },
      (left, right) => compareQuantities(left, right) === 1,
    ),
    member(
      "isLessThan",
      { id: "quantity_is_less_than", args: two, result: boolType },
      (left, right) => compareQuantities(left, right) === -1,
    ),
    member("compareTo", { id: "quantity_compare_to", args: two, result: intType }, compareQuantities),
    member(
      "asApproximateFloat",
      { id: "quantity_get_float", result: doubleType },
      (quantity) => new CelDouble(quantityToNumber(quantity)),
    ),
    member(
      "asInteger",
      { id: "quantity_get_int", result: intType },
      (quantity) => toInt(asInt64(quantity) ?? 2n ** 64n) ?? new CelError("cannot convert value to integer"),
    ),
    member("isInteger", { id: "quantity_is_integer", result: boolType }, (quantity) => asInt64(quantity) !== undefined),
    calculation("add", addQuantities),
    calculation("sub", subtractQuantities),
  ],
};
