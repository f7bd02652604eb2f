import { goTypeName } from "../go/go-type-name.ts";
import { elementsOf, findInMap, isList, isMap, keysOf } from "../values/containers.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { Frame } from "./planned.ts";
import type { Reader } from "./read-data.ts";

/**
 * The values that a loop visits: the elements of a list or the keys of a map, with their values for loops with two
 * variables.
 */
export interface LoopRange {
  readonly keys: readonly CelValue[] | undefined;
  readonly values: readonly CelValue[];
}

/** Slots of a loop's variables. */
export interface LoopVariables {
  readonly first: number;
  readonly second: number;
  readonly isTwo: boolean;
  /** Decoder of elements of a plain array; undefined if they need no decoding. */
  readonly read: Reader | undefined;
}

export function toLoopRange(over: CelValue, variables: LoopVariables): LoopRange | CelError {
  if (isList(over)) {
    const isRead = variables.read !== undefined && Array.isArray(over);
    return { keys: undefined, values: isRead ? (over as readonly CelValue[]) : elementsOf(over) };
  }
  if (isMap(over)) {
    const keys = [...keysOf(over)];
    return variables.isTwo
      ? { keys, values: keys.map((key) => findInMap(over, key) ?? null) }
      : { keys: undefined, values: keys };
  }
  return new CelError(
    variables.isTwo
      ? `unsupported comprehension range type: ${goTypeName(over)}`
      : `got '${goTypeName(over)}', expected iterable type`,
  );
}

/** Sets the variables for one step. */
export type Bind = (frame: Frame, range: LoopRange, index: number) => void;

export function createBind({ first, second, isTwo, read }: LoopVariables): Bind {
  if (isTwo) {
    return (frame, range, index) => {
      const value = range.values[index] as CelValue;
      frame.values[first] = range.keys === undefined ? index : (range.keys[index] as CelValue);
      frame.values[second] = read === undefined ? value : read(value);
    };
  }
  if (read === undefined) {
    return (frame, range, index) => {
      frame.values[first] = range.values[index] as CelValue;
    };
  }
  return (frame, range, index) => {
    frame.values[first] = read(range.values[index] as CelValue);
  };
}
