import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, divide, modulo, multiply, negate, subtract } from "./arithmetic.ts";
import { compare } from "./compare.ts";
import { isEqual } from "./equal.ts";
import { toInt } from "./int.ts";
import { CelDouble, CelError, CelUint, type CelValue } from "./value.ts";

const int64 = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -1000n, max: 1000n }));
const toValue = (value: bigint): CelValue => toInt(value) as CelValue;
const expected = (value: bigint): CelValue => toInt(value) ?? new CelError("integer overflow");

describe("arithmetic of ints", () => {
  it.each([
    ["adds", add, (a: bigint, b: bigint) => a + b],
    ["subtracts", subtract, (a: bigint, b: bigint) => a - b],
    ["multiplies", multiply, (a: bigint, b: bigint) => a * b],
  ])("%s as 64 bits do, and says when they are not enough", (_, calculate, exact) => {
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        expect(calculate(toValue(a), toValue(b))).toEqual(expected(exact(a, b)));
      }),
    );
  });

  it("divides towards zero", () => {
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        const quotient = b === 0n ? new CelError("division by zero") : expected(a / b);
        expect(divide(toValue(a), toValue(b))).toEqual(quotient);
        const rest = b === 0n ? new CelError("modulus by zero") : toValue(a % b);
        const isOverflow = a === -(2n ** 63n) && b === -1n;
        expect(modulo(toValue(a), toValue(b))).toEqual(isOverflow ? new CelError("integer overflow") : rest);
      }),
    );
  });

  it("has no opposite of the smallest", () => {
    expect(negate(-(2n ** 63n))).toEqual(new CelError("integer overflow"));
    expect(negate(2n ** 53n)).toBe(-(2n ** 53n));
  });

  it("compares and equates across numeric types by value", () => {
    const one: CelValue[] = [1, new CelUint(1n), new CelDouble(1)];
    for (const left of one) {
      for (const right of one) {
        expect(isEqual(left, right)).toBe(true);
        expect(compare(left, right)).toBe(0);
      }
      expect(compare(left, new CelDouble(1.5))).toBe(-1);
      expect(isEqual(left, new CelDouble(Number.NaN))).toBe(false);
    }
    expect(isEqual(2n ** 63n - 1n, new CelUint(2n ** 63n - 1n))).toBe(true);
    expect(isEqual(2n ** 63n - 1n, new CelUint(2n ** 63n))).toBe(false);
  });
});
