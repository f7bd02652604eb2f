import type { FunctionDeclaration, Implementation } from "../check/declaration.ts";
import { addRanges, exactly, multiplyRanges, scaleRange } from "../check/range.ts";
import { sizeOrAny } from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { elementsOf, isList } from "../values/containers.ts";
import { isEqual, isPlainScalar } from "../values/equal.ts";
import { boolType, listType, typeParameter } from "../values/type.ts";
import type { CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const list = listType(typeParameter("T"));

/** Library of lists as sets, in which order and repetition do not count. */
export const setsLibrary: Library = {
  name: "sets",
  introduced: "1.29",
  functions: [
    declare("contains", 1, (all, some) => contains(all as CelValue, some as CelValue)),
    declare(
      "equivalent",
      2,
      (left, right) => contains(left as CelValue, right as CelValue) && contains(right as CelValue, left as CelValue),
    ),
    declare("intersects", 1, (left, right) =>
      readElements(left as CelValue).some(memberTest(readElements(right as CelValue))),
    ),
  ],
};

/** @param passes - maximum number of times that each pair of elements is compared */
function declare(name: string, passes: number, call: Implementation): FunctionDeclaration {
  return {
    name: `sets.${name}`,
    overloads: [
      {
        id: `list_sets_${name}_list`,
        args: [list, list],
        result: boolType,
        call,
        cost: ([left, right]) => 1 + plainSize(left as CelValue) * plainSize(right as CelValue) * passes,
        estimate: ([left, right]) => ({
          cost: addRanges(scaleRange(multiplyRanges(sizeOrAny(left), sizeOrAny(right)), passes), exactly(1)),
        }),
      },
    ],
  };
}

function readElements(value: CelValue): readonly CelValue[] {
  return isList(value) ? elementsOf(value) : [];
}

function contains(all: CelValue, some: CelValue): boolean {
  return readElements(some).every(memberTest(readElements(all)));
}

/** Membership test. For plain scalars a set replaces pairwise comparison. */
function memberTest(all: readonly CelValue[]): (sought: CelValue) => boolean {
  const known = all.every(isPlainScalar) ? new Set(all) : undefined;
  return (sought) =>
    known !== undefined && isPlainScalar(sought) ? known.has(sought) : all.some((element) => isEqual(sought, element));
}
