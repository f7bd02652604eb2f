import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printLabelSelector } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

describe("parseLabelSelector()", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    ["env=prod", "env=prod"],
    ["env == prod", "env==prod"],
    ["env!=prod", "env!=prod"],
    ["env in (prod,dev)", "env in (dev,prod)"],
    ["env notin (prod, dev)", "env notin (dev,prod)"],
    ["a in (x,y),!b", "a in (x,y),!b"],
    ["tier,!env", "!env,tier"],
    ["env=", "env="],
    ["env=,tier", "env=,tier"],
    ["env in ()", "env in ()"],
    ["env in (,)", "env in ()"],
    ["env in (a,,b)", "env in (,a,b)"],
    ["env in (a,)", "env in (,a)"],
    ["env in (in,notin)", "env in (in,notin)"],
    ["in=in", "in=in"],
    ["gen>5", "gen>5"],
    ["gen<5", "gen<5"],
    ["example.com/env=prod", "example.com/env=prod"],
    ["b=1,a=2", "a=2,b=1"],
  ])("reads %j as %j", (text, printed) => {
    const { value, error } = parseLabelSelector(text);
    expect(error).toBeUndefined();
    expect(printLabelSelector(value ?? [])).toBe(printed);
  });

  it("takes an empty list as the empty value", () => {
    expect(parseLabelSelector("env in ()").value).toEqual([{ key: "env", operator: "in", values: [""] }]);
  });

  it.each([
    ["env=prod=x", "found '=', expected: ',' or 'end of string'"],
    ["env in prod", "unable to parse requirement: found 'prod' expected: '('"],
    ["env in (a", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["env in (=", "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ["env in (,=", "unable to parse requirement: found '=', expected: ',', or identifier"],
    ["env=bad value", "found 'value', expected: ',' or 'end of string'"],
    ["env=!x", "unable to parse requirement: found '!', expected: identifier"],
    [",", "found ',', expected: !, identifier, or 'end of string'"],
    ["a,", "found '', expected: identifier after ','"],
    ["a,)", "found ')', expected: identifier after ','"],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["!a in (b)", "found 'in', expected: ',' or 'end of string'"],
    [
      "env>x",
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])("refuses %j", (text, error) => {
    expect(parseLabelSelector(text)).toEqual({ error });
  });

  it.each([
    ["-bad=x", /^unable to parse requirement: <nil>: Invalid value: "-bad": name part must consist of/],
    ["gen>-5", /^unable to parse requirement: values\[0\]\[gen\]: Invalid value: "-5": a valid label must be/],
    ["a/b/c=1", /^unable to parse requirement: <nil>: Invalid value: "a\/b\/c": .* \(e\.g\. 'example\.com\/MyName'\)$/],
  ])("explains what is wrong with %j", (text, error) => {
    expect(parseLabelSelector(text).error).toMatch(error);
  });

  it("ends at a NUL behind a space, and passes over one behind a word", () => {
    expect(parseLabelSelector("a \0,").value).toHaveLength(1);
    expect(parseLabelSelector("a\0,b").value).toHaveLength(2);
  });

  it("never throws, and reads what it printed", () => {
    const unit = fc.constantFrom("a", "b", "in", "notin", " ", "=", "==", "!=", "!", "(", ")", ",", "5", ">", "<", "/");
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const { value, error } = parseLabelSelector(text);
        expect(value === undefined).not.toBe(error === undefined);
        const printed = value && printLabelSelector(value);
        expect(printed === undefined ? undefined : parseLabelSelector(printed).value).toEqual(value);
      }),
    );
  });
});
