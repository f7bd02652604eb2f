import { CelError, type CelValue } from "../values/value.ts";
import type { Evaluator, Planned } from "./planned.ts";

type Slow2 = (left: CelValue, right: CelValue) => CelValue;
type Slow1 = (value: CelValue) => CelValue;

/** Calls that run in place as long as the values are what the types promise; everything else takes the slow way. */
const binary: ReadonlyMap<string, (left: Evaluator, right: Evaluator, slow: Slow2) => Evaluator> = new Map([
  ["less_int64", ordered((left, right) => left < right)],
  ["less_equals_int64", ordered((left, right) => left <= right)],
  ["greater_int64", ordered((left, right) => left > right)],
  ["greater_equals_int64", ordered((left, right) => left >= right)],
  ["add_int64", summed((left, right) => left + right)],
  ["subtract_int64", summed((left, right) => left - right)],
  ["multiply_int64", summed((left, right) => left * right)],
  ["starts_with_string", searched((text, part) => text.startsWith(part))],
  ["ends_with_string", searched((text, part) => text.endsWith(part))],
  ["contains_string", searched((text, part) => text.includes(part))],
]);

const constantRight: ReadonlyMap<string, (left: Evaluator, right: number, slow: Slow2) => Evaluator> = new Map([
  [
    "less_int64",
    (left: Evaluator, right: number, slow: Slow2): Evaluator =>
      (frame) => {
        const value = left(frame);
        return typeof value === "number" ? value < right : slow(value, right);
      },
  ],
  [
    "less_equals_int64",
    (left: Evaluator, right: number, slow: Slow2): Evaluator =>
      (frame) => {
        const value = left(frame);
        return typeof value === "number" ? value <= right : slow(value, right);
      },
  ],
  [
    "greater_int64",
    (left: Evaluator, right: number, slow: Slow2): Evaluator =>
      (frame) => {
        const value = left(frame);
        return typeof value === "number" ? value > right : slow(value, right);
      },
  ],
  [
    "greater_equals_int64",
    (left: Evaluator, right: number, slow: Slow2): Evaluator =>
      (frame) => {
        const value = left(frame);
        return typeof value === "number" ? value >= right : slow(value, right);
      },
  ],
]);

const unary: ReadonlyMap<string, (run: Evaluator, slow: Slow1) => Evaluator> = new Map([
  [
    "logical_not",
    (run: Evaluator, slow: Slow1): Evaluator =>
      (frame) => {
        const value = run(frame);
        return typeof value === "boolean" ? !value : slow(value);
      },
  ],
  ["size_list", sizeOfArray],
  ["list_size", sizeOfArray],
]);

/** Nothing if the overload has no fast form. */
export function fastBinary(id: string | undefined, left: Planned, right: Planned, slow: Slow2): Evaluator | undefined {
  if (id === undefined) {
    return undefined;
  }
  if (typeof right.constant === "number") {
    const special = constantRight.get(id)?.(left.run, right.constant, slow);
    if (special !== undefined) {
      return special;
    }
  }
  return binary.get(id)?.(left.run, right.run, slow);
}

export function fastUnary(id: string | undefined, arg: Planned, slow: Slow1): Evaluator | undefined {
  return id === undefined ? undefined : unary.get(id)?.(arg.run, slow);
}

function ordered(compare: (left: number, right: number) => boolean) {
  return (left: Evaluator, right: Evaluator, slow: Slow2): Evaluator =>
    (frame) => {
      const first = left(frame);
      const second = right(frame);
      return typeof first === "number" && typeof second === "number" ? compare(first, second) : slow(first, second);
    };
}

function summed(calculate: (left: number, right: number) => number) {
  return (left: Evaluator, right: Evaluator, slow: Slow2): Evaluator =>
    (frame) => {
      const first = left(frame);
      const second = right(frame);
      if (typeof first === "number" && typeof second === "number") {
        const result = calculate(first, second);
        if (Number.isSafeInteger(result)) {
          return result;
        }
      }
      return slow(first, second);
    };
}

function searched(search: (text: string, part: string) => boolean) {
  return (left: Evaluator, right: Evaluator, slow: Slow2): Evaluator =>
    (frame) => {
      const text = left(frame);
      const part = right(frame);
      return typeof text === "string" && typeof part === "string" ? search(text, part) : slow(text, part);
    };
}

function sizeOfArray(run: Evaluator, slow: Slow1): Evaluator {
  return (frame) => {
    const value = run(frame);
    return Array.isArray(value) ? value.length : value instanceof CelError ? value : slow(value);
  };
}
