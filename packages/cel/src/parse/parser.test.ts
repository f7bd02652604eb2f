import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { dynType } from "../values/type.ts";

const environment = createEnvironment({ variables: { a: dynType } });
const textOf = (expression: string) => environment.compile(expression).fault?.text;

describe("parse()", () => {
  it.each([
    ["parentheses", (depth: number) => `${"(".repeat(depth)}1${")".repeat(depth)}`, 249, 250],
    ["lists", (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`, 249, 251],
    ["selections", (depth: number) => `a${".b".repeat(depth)}`, 250, 251],
    ["sums", (depth: number) => `1${" + 1".repeat(depth)}`, 250, 251],
  ])("nests %s only so deep", (_, make, deepest, tooDeep) => {
    expect(textOf(make(deepest))).toBeUndefined();
    expect(textOf(make(tooDeep))).toMatch(/recursion (?:limit|depth) exceeded/);
  });

  it.each([
    ["has(a.)", "1:5", "1:7"],
    ["has(a.b[0].)", "1:8", "1:12"],
    ["true && has(a.)", "1:13", "1:15"],
  ])("says of %s that a name is missing, and what that leaves", (expression, argument, missing) => {
    const text = textOf(expression);
    expect(text).toContain(`ERROR: <input>:${argument}: invalid argument to has() macro`);
    expect(text).toContain(`ERROR: <input>:${missing}: Syntax error: no viable alternative at input '.)'`);
  });

  it("takes long chains that do not nest", () => {
    expect(textOf(Array.from({ length: 5000 }, () => "true").join(" && "))).toBeUndefined();
    expect(textOf(`${"!".repeat(10_000)}true`)).toBeUndefined();
    expect(textOf(`[${"1,".repeat(20_000)}]`)).toBeUndefined();
  });

  it("takes texts only so long", () => {
    expect(textOf(`'${"x".repeat(100_000)}'`)).toBe(
      "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100002, limit 100000",
    );
  });

  it("says of a text too deep to explain that it is too deep", () => {
    expect(textOf(`) ${"(".repeat(50_000)}`)).toContain("expression recursion limit exceeded: 250");
  });

  it("has an answer for every text", () => {
    const token = fc.constantFrom(
      ..."a b 1 2.5 3u 's' b'x' true null ( ) [ ] { } . , + - * / % ! ? : && || == != < in has all map x `q` # \" '''".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(token).map((tokens) => tokens.join(" ")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          const { program, fault } = environment.compile(text);
          expect(program === undefined ? fault.text : "").toBeTypeOf("string");
          program?.evaluate({ a: 1 }, { costLimit: 1000 });
        },
      ),
      { numRuns: 300 },
    );
  });
});
