import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { parseTimestamp } from "../values/timestamp.ts";
import { boolType, type CelType, dynType, intType, listType, stringType, timestampType } from "../values/type.ts";
import { CelError, CelTimestamp, type CelValue, ListView } from "../values/value.ts";
import { costExceeded } from "./planned.ts";

function compile(expression: string, variables: Record<string, CelType>) {
  const { program, fault } = createEnvironment({ variables }).compile(expression);
  if (program === undefined) {
    throw new Error(fault.text);
  }
  return program;
}

describe("evaluate()", () => {
  it("stops when the budget is used up", () => {
    const program = compile("l.all(a, l.all(b, l.all(c, a + b + c >= 0)))", { l: listType(intType) });
    const l = Array.from({ length: 2000 }, (_, index) => index);
    const { value, cost } = program.evaluate({ l }, { costLimit: 10_000 });
    expect(value).toBe(costExceeded);
    expect(cost).toBeLessThan(10_100);
  });

  it("stops before it makes what the budget does not allow", () => {
    const program = compile("lists.range(9007199254740991).all(x, x >= 0)", {});
    expect(program.evaluate({}, { costLimit: 1_000_000 }).value).toBe(costExceeded);
  });

  it("ends with the budget's error only if the budget was not enough", () => {
    const program = compile("i > 1 && s == 'abc'", { i: intType, s: stringType });
    expect(program.evaluate({ i: 2, s: "abc" }, { costLimit: 4 })).toEqual({ value: true, cost: 4 });
    expect(program.evaluate({ i: 2, s: "abc" }, { costLimit: 3 }).value).toBe(costExceeded);
    expect(program.evaluate({ i: 0, s: "abc" }, { costLimit: 3 })).toEqual({ value: false, cost: 2 });
  });

  it("counts nothing without a limit", () => {
    expect(compile("i + 1", { i: intType }).evaluate({ i: 1 })).toEqual({ value: 2, cost: 0 });
  });

  it("keeps ints exact beyond what a number holds", () => {
    const program = compile("i * 2 + 1", { i: intType });
    expect(program.evaluate({ i: 2n ** 60n }).value).toBe(2n ** 61n + 1n);
    expect(program.evaluate({ i: 4_503_599_627_370_496 }).value).toBe(9_007_199_254_740_993n);
    expect(program.evaluate({ i: 2n ** 62n }).value).toEqual(new CelError("integer overflow"));
  });

  it("has an answer for data that is not what was declared", () => {
    const program = compile("i < 3 && s.startsWith('a') && l.all(x, x > 0) && b", {
      i: intType,
      s: stringType,
      l: listType(intType),
      b: boolType,
    });
    const odd = [null, true, 0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 70n, "a", [], {}, [[]], undefined];
    for (const i of odd) {
      for (const l of odd) {
        const { value } = program.evaluate({ i, s: l, l: i, b: l }, { costLimit: 1000 });
        expect(value instanceof CelError || typeof value === "boolean").toBe(true);
      }
    }
  });

  it("has an answer for data nested deeper than the stack goes", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) {
      deep = [deep];
    }
    const { value } = compile("a == b", { a: dynType, b: dynType }).evaluate({ a: deep, b: [] });
    expect(value).toBe(false);
    const program = compile("a == [a][0] || a != [a]", { a: dynType });
    expect(typeof program.evaluate({ a: deep }).value).toMatch(/boolean|object/);
  });

  it("reads data as the type says", () => {
    const date: CelType = {
      ...timestampType,
      fromData: (raw) => (typeof raw === "string" ? (parseTimestamp(raw) ?? raw) : raw),
    };
    const program = compile("d.getFullYear() == 2024 && ds[0] < d && dyn(ds)[0] == ds[0]", {
      d: date,
      ds: listType(date),
    });
    expect(program.evaluate({ d: "2024-05-01T00:00:00Z", ds: ["2023-05-01T00:00:00Z"] }).value).toBe(true);
    expect(program.evaluate({ d: new CelTimestamp(0, 0), ds: [] }).value).toBe(false);
  });

  it("compares lists by their own equality", () => {
    class Unordered extends ListView {
      readonly items: readonly CelValue[];
      constructor(items: readonly CelValue[]) {
        super();
        this.items = items;
      }
      get size() {
        return this.items.length;
      }
      at(index: number) {
        return this.items[index] as CelValue;
      }
      override equals(other: CelValue) {
        return (
          other instanceof Unordered &&
          other.size === this.size &&
          this.items.every((item) => other.items.includes(item))
        );
      }
    }
    const set: CelType = {
      ...listType(intType),
      fromData: (raw) => (Array.isArray(raw) ? new Unordered(raw as CelValue[]) : raw),
    };
    const program = compile("a == b && a.exists(x, x == 2) && a[0] == 1", { a: set, b: set });
    expect(program.evaluate({ a: [1, 2], b: [2, 1] }).value).toBe(true);
  });

  it("computes what a name stands for once, and only if it is used", () => {
    const program = compile("d.?a.optMap(x, x + x).orValue(0) + d.?a.optMap(x, 1).orValue(0)", { d: dynType });
    expect(program.evaluate({ d: { a: 2 } }, { costLimit: 100 })).toEqual({ value: 5, cost: 15 });
  });
});
