import { describe, expect, it } from "vitest";
import { unlimited } from "../check/range.ts";
import { createEnvironment } from "../environment.ts";
import { intType, listType, stringType } from "../values/type.ts";
import { estimateCost } from "./estimate-cost.ts";

const environment = createEnvironment({ variables: { names: listType(stringType), count: intType } });
const sizes = new Map([
  ["names", 10],
  ["names.@items", 20],
]);

function estimate(expression: string, isSized = true) {
  const { program, fault } = environment.compile(expression);
  if (program === undefined) {
    throw new Error(fault.text);
  }
  return estimateCost(program, {
    sizeOfPath: (path) => {
      const max = isSized ? sizes.get(path.join(".")) : undefined;
      return max === undefined ? undefined : { min: 0, max };
    },
  });
}

describe("estimateCost()", () => {
  it("reckons with the most there may be", () => {
    expect(estimate("names.all(name, name.startsWith('web-'))")).toEqual({ min: 2, max: 52 });
    expect(estimate("names.all(a, names.all(b, a == b))")).toEqual({ min: 2, max: 752 });
  });

  it("has no bound where the data has none", () => {
    expect(estimate("names.all(name, name.contains('a'))", false).max).toBe(unlimited);
  });

  it("is never below what a run costs", () => {
    const names = ["web-0", "web-1", "a".repeat(20)];
    for (const expression of [
      "names.exists(a, a.matches('^web-[0-9]+$'))",
      "names.map(a, a + '!').filter(a, a.size() > count).size() > 0",
      "names.join(',').split(',') == names",
      "count > 1 ? names[0].upperAscii() == 'X' : has({'a': names}.a)",
    ]) {
      const { program } = environment.compile(expression);
      const cost = program?.evaluate({ names, count: 3 }, { costLimit: 1_000_000 }).cost ?? Number.NaN;
      expect(cost).toBeLessThanOrEqual(estimate(expression).max);
    }
  });
});
