import { compare, isComparable, noSuchOverload } from "../values/compare.ts";
import { elementsOf, isList } from "../values/containers.ts";
import { isEqual, isPlainScalar } from "../values/equal.ts";
import { bigintOf, isInt } from "../values/int.ts";
import { kindOf } from "../values/kind-of.ts";
import { CelError, type CelValue, ListView } from "../values/value.ts";

function readElements(list: CelValue): readonly CelValue[] {
  return isList(list) ? elementsOf(list) : [];
}

function numberOf(value: CelValue | undefined): number {
  return isInt(value) ? Number(bigintOf(value)) : 0;
}

export function slice(list: CelValue, start: CelValue, end: CelValue): CelValue {
  const elements = readElements(list);
  const from = numberOf(start);
  const to = numberOf(end);
  const call = `cannot slice(${String(start)}, ${String(end)})`;
  if (from < 0 || to < 0) {
    return new CelError(`${call}, negative indexes not supported`);
  }
  if (from > to) {
    return new CelError(`${call}, start index must be less than or equal to end index`);
  }
  return elements.length < to ? new CelError(`${call}, list is length ${elements.length}`) : elements.slice(from, to);
}

export function flatten(list: CelValue, depth: CelValue = 1): CelValue {
  if (!isList(list) || !isInt(depth)) {
    return noSuchOverload();
  }
  const levels = numberOf(depth);
  return levels < 0 ? new CelError("level must be non-negative") : flattenLevels(list, levels);
}

function flattenLevels(list: CelValue, levels: number): CelValue[] {
  return readElements(list).flatMap((element) =>
    isList(element) && levels > 0 ? flattenLevels(element, levels - 1) : [element],
  );
}

/** List of the numbers from 0, computed on demand: it may be too long for memory. */
class RangeList extends ListView {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  at(index: number): CelValue {
    return index;
  }
}

export function makeRange(count: CelValue): CelValue {
  return new RangeList(Math.max(0, numberOf(count)));
}

export function reverse(list: CelValue): CelValue {
  return readElements(list).toReversed();
}

export function distinct(list: CelValue): CelValue {
  const elements = readElements(list);
  if (elements.every(isPlainScalar)) {
    return [...new Set(elements)];
  }
  const found: CelValue[] = [];
  for (const element of elements) {
    if (!found.some((other) => isEqual(element, other))) {
      found.push(element);
    }
  }
  return found;
}

export function sort(list: CelValue): CelValue {
  return sortByKeys(list, list);
}

export function sortByKeys(list: CelValue, keys: CelValue): CelValue {
  if (!isList(list) || !isList(keys)) {
    return noSuchOverload();
  }
  const elements = readElements(list);
  const keyed = readElements(keys);
  if (elements.length !== keyed.length) {
    return new CelError(
      "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, " +
        `but got ${elements.length} and ${keyed.length} elements respectively`,
    );
  }
  const kind = kindOf(keyed[0] ?? null);
  if (elements.length > 0 && !isComparable(keyed[0] ?? null)) {
    return new CelError("list elements must be comparable");
  }
  if (elements.length > 1 && keyed.some((key) => kindOf(key) !== kind)) {
    return new CelError("list elements must have the same type");
  }
  return elements
    .map((element, index) => ({ element, key: keyed[index] as CelValue }))
    .sort((left, right) => orderOf(left.key, right.key))
    .map(({ element }) => element);
}

function orderOf(left: CelValue, right: CelValue): number {
  const order = compare(left, right);
  return order instanceof CelError ? 0 : order;
}
