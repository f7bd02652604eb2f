import { describe, expect, it } from "vitest";
import { createCompare } from "./compare-answers.ts";

interface Row {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly found: readonly string[];
}

describe("createCompare()", () => {
  it.each<Row>([
    { what: "equal values", expected: { a: [1, "x", null] }, actual: { a: [1, "x", null] }, found: [] },
    { what: "another value", expected: { a: { b: 1 } }, actual: { a: { b: 2 } }, found: ["/a/b: expected 1, got 2"] },
    { what: "another type", expected: 1, actual: "1", found: ['/: expected 1, got "1"'] },
    { what: "a missing member", expected: { a: 1 }, actual: {}, found: ["/a: expected 1, got nothing"] },
    { what: "a member too many", expected: {}, actual: { a: null }, found: ["/a: expected nothing, got null"] },
    { what: "a shorter list", expected: [1, 2], actual: [1], found: [": expected 2 items, got 1"] },
    {
      what: "a member of every object",
      expected: {},
      actual: { toString: 1 },
      found: ["/toString: expected nothing, got 1"],
    },
    { what: "any wording", expected: "no: <text>!", actual: "no: never (ever)\n!", found: [] },
    {
      what: "no wording at all",
      expected: "no: <text>",
      actual: "no: ",
      found: ['/: expected "no: <text>", got "no: "'],
    },
  ])("reports $what at its place", ({ expected, actual, found }) => {
    expect(createCompare()(expected, actual)).toEqual(found);
  });

  it("wants names to be numbered alike as long as nothing differed", () => {
    expect(createCompare()("<uid:1>", "<uid:2>")).toEqual(['/: expected "<uid:1>", got "<uid:2>"']);
  });

  it("after a difference wants names to go one to one only", () => {
    const compare = createCompare();
    expect(compare({ code: 201, rv: "<rv:1>" }, { code: 500 })).toHaveLength(2);
    expect(compare("<rv:2>", "<rv:1>")).toEqual([]);
    expect(compare("uid <uid:1> at <rv:3>", "uid <uid:1> at <rv:2>")).toEqual([]);
    expect(compare("<rv:2>", "<rv:2>")).toHaveLength(1);
    expect(compare("<rv:4>", "<rv:1>")).toHaveLength(1);
    expect(compare("<rv:2>", "<rv:1>")).toEqual([]);
  });
});
