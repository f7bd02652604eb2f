import { appendAll } from "../value/append-all.ts";
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../value/json-value.ts";
import type { JsonPath, PathNode } from "./parse-json-path.ts";

export { type JsonPath, parseJsonPath } from "./parse-json-path.ts";

/**
 * First value at a path. Undefined if there is none, or the path cannot be followed (an index beyond the list, a filter
 * on a value that is no list). A null value is null.
 */
export function findFirst(path: JsonPath, object: JsonObject): JsonValue | undefined {
  return walk(path, [object])?.[0];
}

/** All values at a path; undefined if it cannot be followed. */
export function findAll(path: JsonPath, object: JsonObject): readonly JsonValue[] | undefined {
  return walk(path, [object]);
}

/** Values at a path; undefined where Kubernetes would stop with an error. */
function walk(path: JsonPath, input: readonly JsonValue[]): readonly JsonValue[] | undefined {
  let values: readonly JsonValue[] | undefined = input;
  for (const node of path) {
    values = step(node, values);
    if (values === undefined) {
      return undefined;
    }
  }
  return values;
}

function step(node: PathNode, input: readonly JsonValue[]): readonly JsonValue[] | undefined {
  switch (node.type) {
    case "field":
      return input.flatMap((value) => {
        const child = isJsonObject(value) ? getOwn(value, node.name) : undefined;
        return child === undefined ? [] : [child];
      });
    case "wildcard":
      return input.flatMap(childrenOf);
    case "recursive":
      return input.flatMap(descendantsOf);
    case "slice":
      return collect(input, (value) => takeSlice(node, value));
    case "union":
      return collect(node.paths, (path) => walk(path, input));
    case "filter":
      return collect(input, (value) => filterItems(node, value));
    case "literal":
      return input.map(() => node.value);
    case "identifier":
      return undefined;
  }
}

/** Results of all calls; undefined if one of them is undefined. */
function collect<T>(
  input: readonly T[],
  find: (value: T) => readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  const found: JsonValue[] = [];
  for (const value of input) {
    const values = find(value);
    if (values === undefined) {
      return undefined;
    }
    appendAll(found, values);
  }
  return found;
}

function childrenOf(value: JsonValue): JsonValue[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Array.isArray(value) ? value : Object.values(value);
}

/** All objects and lists inside a value, outer before inner. */
function descendantsOf(value: JsonValue): JsonValue[] {
  const children = childrenOf(value);
  return children.length === 0 ? [] : [value, ...children.flatMap(descendantsOf)];
}

type SliceNode = Extract<PathNode, { type: "slice" }>;

function takeSlice(node: SliceNode, value: JsonValue): readonly JsonValue[] | undefined {
  if (value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    return undefined;
  }
  const { length } = value;
  const start = fromEnd(node.start ?? 0, length);
  const end = endOf(node, length);
  if (start === end) {
    return [];
  }
  if (start < 0 || start >= length || end < 0 || end > length || start > end || (node.step ?? 1) <= 0) {
    return undefined;
  }
  return value.slice(start, end).filter((_, index) => index % (node.step ?? 1) === 0);
}

function endOf({ start = 0, end, isIndex }: SliceNode, length: number): number {
  if (!isIndex) {
    return end === undefined ? length : end < 0 ? end + length : end;
  }
  // An index is a slice of length one; the end of the slice of -1 is the end of the list.
  return start + 1 <= 0 ? start + 1 + length : start + 1;
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

type FilterNode = Extract<PathNode, { type: "filter" }>;

function filterItems(node: FilterNode, value: JsonValue): readonly JsonValue[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const kept: JsonArray = [];
  for (const item of value) {
    const isKept = judgeItem(node, item);
    if (isKept === undefined) {
      return undefined;
    }
    if (isKept) {
      kept.push(item);
    }
  }
  return kept;
}

function judgeItem({ left, operator, right }: FilterNode, item: JsonValue): boolean | undefined {
  const lefts = walk(left, [item]);
  if (operator === "exists") {
    return lefts !== undefined && lefts.length > 0;
  }
  const rights = lefts?.length === 1 ? walk(right, [item]) : undefined;
  if (lefts?.length === 0 || rights?.length === 0) {
    return false;
  }
  return lefts?.length === 1 && rights?.length === 1
    ? compare(lefts[0] as JsonValue, operator, rights[0] as JsonValue)
    : undefined;
}

/** Compares two values; undefined if they have different types, integer and float included. */
function compare(left: JsonValue, operator: string, right: JsonValue): boolean | undefined {
  const kind = kindOf(left);
  if (kind === undefined || kind !== kindOf(right)) {
    return undefined;
  }
  if (operator === "==" || operator === "!=") {
    // biome-ignore lint/suspicious/noDoubleEquals: an integer may be a number or a bigint
    return (left == right) === (operator === "==");
  }
  if (kind === "boolean") {
    return undefined;
  }
  const [a, b] = [left as number | string, right as number | string];
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}

function kindOf(value: JsonValue): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(value) ? "integer" : "float";
    case "object":
      return undefined;
    default:
      return typeof value;
  }
}
