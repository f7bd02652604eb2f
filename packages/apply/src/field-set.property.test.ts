import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  difference,
  emptySet,
  equalSets,
  type FieldSet,
  has,
  intersection,
  isEmpty,
  isSubset,
  leaves,
  listPaths,
  recursiveDifference,
  setOf,
  union,
  unionAll,
} from "./field-set.ts";
import { decodeFieldSet, encodeFieldSet } from "./field-set-json.ts";
import { anySet } from "./testing/arbitrary.ts";

/** Compares sets by the paths they contain; how nodes are shared does not matter. */
function expectSame(a: FieldSet, b: FieldSet): void {
  expect(listPaths(a)).toEqual(listPaths(b));
  expect(equalSets(a, b)).toBe(true);
}

const laws: readonly (readonly [string, (a: FieldSet, b: FieldSet, c: FieldSet) => readonly [FieldSet, FieldSet]])[] = [
  ["union is commutative", (a, b) => [union(a, b), union(b, a)]],
  ["union is associative", (a, b, c) => [union(union(a, b), c), union(a, union(b, c))]],
  ["union with itself is itself", (a) => [union(a, a), a]],
  ["the empty set is neutral for union", (a) => [union(a, emptySet), a]],
  ["the union of many is the union of one after the other", (a, b, c) => [unionAll([a, b, c]), union(union(a, b), c)]],
  ["intersection is commutative", (a, b) => [intersection(a, b), intersection(b, a)]],
  [
    "intersection is associative",
    (a, b, c) => [intersection(intersection(a, b), c), intersection(a, intersection(b, c))],
  ],
  [
    "intersection spreads over union",
    (a, b, c) => [intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c))],
  ],
  ["difference and intersection make up the whole", (a, b) => [union(difference(a, b), intersection(a, b)), a]],
  ["nothing is left of a set without itself", (a) => [difference(a, a), emptySet]],
  ["difference and intersection share nothing", (a, b) => [intersection(difference(a, b), b), emptySet]],
  [
    "taking two away is taking their union away",
    (a, b, c) => [difference(difference(a, b), c), difference(a, union(b, c))],
  ],
  [
    "a recursive difference loses no less",
    (a, b) => [intersection(recursiveDifference(a, b), difference(a, b)), recursiveDifference(a, b)],
  ],
  ["a set is made again of its paths", (a) => [setOf(...listPaths(a)), a]],
  ["fieldsV1 gives the set back", (a) => [decodeFieldSet(encodeFieldSet(a)) as FieldSet, a]],
];

describe("field sets", () => {
  it.each(laws)("%s", (_, law) => {
    fc.assert(fc.property(anySet, anySet, anySet, (a, b, c) => expectSame(...law(a, b, c))));
  });

  it("have what is in either, both, or one and not the other", () => {
    fc.assert(
      fc.property(anySet, anySet, (a, b) => {
        for (const path of listPaths(union(a, b))) {
          expect(has(union(a, b), path)).toBe(has(a, path) || has(b, path));
          expect(has(intersection(a, b), path)).toBe(has(a, path) && has(b, path));
          expect(has(difference(a, b), path)).toBe(has(a, path) && !has(b, path));
          const isBelow = path.some((_, depth) => has(b, path.slice(0, depth + 1)));
          expect(has(recursiveDifference(a, b), path)).toBe(has(a, path) && !isBelow);
        }
      }),
    );
  });

  it("are subsets of what has all their members", () => {
    fc.assert(
      fc.property(anySet, anySet, (a, b) => {
        expect(isSubset(a, b)).toBe(listPaths(a).every((path) => has(b, path)));
        expect(isSubset(intersection(a, b), a)).toBe(true);
        expect(isEmpty(a)).toBe(listPaths(a).length === 0);
      }),
    );
  });

  it("have as leaves the members without members below them", () => {
    fc.assert(
      fc.property(anySet, (a) => {
        const paths = listPaths(a);
        const isInner = (path: readonly string[]) =>
          paths.some((other) => other.length > path.length && path.every((element, i) => element === other[i]));
        expect(listPaths(leaves(a))).toEqual(paths.filter((path) => !isInner(path)));
      }),
    );
  });

  it("are not changed by what is made of them", () => {
    fc.assert(
      fc.property(anySet, anySet, (a, b) => {
        const before = JSON.stringify([a, b]);
        union(a, b);
        unionAll([a, b, a]);
        intersection(a, b);
        difference(a, b);
        recursiveDifference(a, b);
        encodeFieldSet(a);
        expect(JSON.stringify([a, b])).toBe(before);
      }),
    );
  });
});
