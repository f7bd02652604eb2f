import { textUnits } from "../cost/string-costs.ts";
import { countCodePoints } from "../parse/source.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { callOnce, longText } from "./call-once.ts";
import type { Evaluator, Frame, Planned } from "./planned.ts";

/** General implementation, for values of any type, errors included. */
export type Slow2 = (left: CelValue, right: CelValue) => CelValue;
export type Slow1 = (value: CelValue) => CelValue;

type Texts = (text: string, part: string) => boolean;

const calculations: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ["add_int64", (left: number, right: number) => left + right],
  ["subtract_int64", (left: number, right: number) => left - right],
  ["multiply_int64", (left: number, right: number) => left * right + 0],
]);

const searches: ReadonlyMap<string, Texts> = new Map<string, Texts>([
  ["starts_with_string", (text, part) => text.startsWith(part)],
  ["ends_with_string", (text, part) => text.endsWith(part)],
  ["contains_string", (text, part) => text.includes(part)],
]);

/**
 * Inlined implementation for values of the declared types, with `slow` for all others. Undefined if the overload has no
 * such form.
 */
export function fastBinary(
  id: string | undefined,
  [left, right]: readonly [Planned, Planned],
  slow: Slow2,
): Evaluator | undefined {
  if (id === undefined) {
    return undefined;
  }
  const calculate = calculations.get(id);
  if (calculate !== undefined) {
    return calculation(left.run, right.run, { slow, calculate });
  }
  const search = searches.get(id);
  if (search !== undefined) {
    return searching(left.run, right, { slow, search });
  }
  return comparison(id, [left.run, right.run], slow);
}

export function fastUnary(id: string | undefined, arg: Planned, slow: Slow1): Evaluator | undefined {
  switch (id) {
    case "logical_not":
      return negation(arg.run, slow);
    case "size_list":
    case "list_size":
      return arraySize(arg.run, slow);
    case "size_string":
    case "string_size":
      return textSize(arg.run, slow);
    default:
      return undefined;
  }
}

// Four closures: a single one for all comparisons would have to call a function for each.
function comparison(id: string, [left, right]: readonly [Evaluator, Evaluator], slow: Slow2): Evaluator | undefined {
  switch (id) {
    case "less_int64":
      return (frame) => {
        const first = left(frame);
        const second = right(frame);
        return typeof first === "number" && typeof second === "number" ? first < second : slow(first, second);
      };
    case "less_equals_int64":
      return (frame) => {
        const first = left(frame);
        const second = right(frame);
        return typeof first === "number" && typeof second === "number" ? first <= second : slow(first, second);
      };
    case "greater_int64":
      return (frame) => {
        const first = left(frame);
        const second = right(frame);
        return typeof first === "number" && typeof second === "number" ? first > second : slow(first, second);
      };
    case "greater_equals_int64":
      return (frame) => {
        const first = left(frame);
        const second = right(frame);
        return typeof first === "number" && typeof second === "number" ? first >= second : slow(first, second);
      };
    default:
      return undefined;
  }
}

function calculation(
  left: Evaluator,
  right: Evaluator,
  { slow, calculate }: { readonly slow: Slow2; readonly calculate: (left: number, right: number) => number },
): Evaluator {
  return (frame) => {
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

function searching(
  left: Evaluator,
  right: Planned,
  { slow, search }: { readonly slow: Slow2; readonly search: Texts },
): Evaluator {
  const part = right.constant;
  if (typeof part === "string") {
    return (frame) => {
      const text = left(frame);
      return typeof text === "string" ? search(text, part) : slow(text, part);
    };
  }
  return (frame) => {
    const text = left(frame);
    const found = right.run(frame);
    return typeof text === "string" && typeof found === "string" ? search(text, found) : slow(text, found);
  };
}

/** General implementation that counts costs, for values of any type. */
export type TrackedSlow = (frame: Frame, left: CelValue, right: CelValue) => CelValue;

/**
 * Inlined string searches that count their cost, which depends on the length. Undefined if the overload has no such
 * form.
 */
export function fastTracked(
  id: string | undefined,
  [left, right]: readonly [Planned, Planned],
  slow: TrackedSlow,
): Evaluator | undefined {
  const search = id === undefined ? undefined : searches.get(id);
  const part = right.constant;
  if (search === undefined || typeof part !== "string") {
    return undefined;
  }
  const factor = id === "contains_string" ? textUnits(part) : 1;
  const { run } = left;
  return (frame) => {
    const text = run(frame);
    if (typeof text !== "string") {
      return slow(frame, text, part);
    }
    frame.cost += textUnits(text) * factor;
    return search(text, part);
  };
}

function negation(run: Evaluator, slow: Slow1): Evaluator {
  return (frame) => {
    const value = run(frame);
    return typeof value === "boolean" ? !value : slow(value);
  };
}

function arraySize(run: Evaluator, slow: Slow1): Evaluator {
  return (frame) => {
    const value = run(frame);
    return Array.isArray(value) ? value.length : value instanceof CelError ? value : slow(value);
  };
}

function textSize(run: Evaluator, slow: Slow1): Evaluator {
  return (frame) => {
    const value = run(frame);
    return typeof value === "string" && value.length < longText ? countCodePoints(value) : callOnce(frame, slow, value);
  };
}
