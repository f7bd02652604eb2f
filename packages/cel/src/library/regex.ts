import type { Implementation, Overload } from "../check/declaration.ts";
import { addRanges, exactly, multiplyRanges, scaleRange } from "../check/range.ts";
import { type FunctionCosts, patternFactor, sizeOrAny, traversalFactor } from "../cost/library-costs.ts";
import { matchCost } from "../cost/string-costs.ts";
import { noSuchOverload } from "../values/compare.ts";
import { bigintOf, isInt } from "../values/int.ts";
import { compileRegex, type Regex } from "../values/regex.ts";
import { type CelType, intType, listType, stringType } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const texts = listType(stringType);

const costs: FunctionCosts = {
  cost: matchCost,
  estimate: ([text, pattern]) => {
    const size = sizeOrAny(text);
    const textCost = scaleRange(addRanges(size, exactly(1)), traversalFactor);
    return {
      cost: multiplyRanges(textCost, scaleRange(sizeOrAny(pattern), patternFactor)),
      resultSize: { min: 0, max: size.max },
    };
  },
};

/** Library of regular expressions. */
export const regexLibrary: Library = {
  name: "regex",
  introduced: "1.0",
  functions: [
    {
      name: "find",
      overloads: [overload("string_find_string", [stringType, stringType], stringType, compiling(find))],
      withPattern: (regex) => (text) => find(regex, text as CelValue),
      ...costs,
    },
    {
      name: "findAll",
      overloads: [
        overload("string_find_all_string", [stringType, stringType], texts, compiling(findAll)),
        overload("string_find_all_string_int", [stringType, stringType, intType], texts, compiling(findAll)),
      ],
      withPattern:
        (regex) =>
        (text, _, limit = -1) =>
          findAll(regex, text as CelValue, limit),
      ...costs,
    },
  ],
};

function overload(id: string, args: readonly CelType[], result: CelType, call: Implementation): Overload {
  return { id, args, result, call, isMember: true };
}

type Search = (regex: Regex, text: CelValue, limit: CelValue) => CelValue;

function compiling(search: Search): Implementation {
  return (text, pattern, limit = -1) => {
    const regex = compileRegex(String(pattern));
    return regex instanceof CelError
      ? new CelError(`Illegal regex: ${regex.message}`)
      : search(regex, text as CelValue, limit);
  };
}

function find(regex: Regex, text: CelValue): CelValue {
  return typeof text === "string" ? (regex.findAll(text, 1)[0] ?? "") : noSuchOverload();
}

function findAll(regex: Regex, text: CelValue, limit: CelValue): CelValue {
  return typeof text === "string" && isInt(limit) ? regex.findAll(text, Number(bigintOf(limit))) : noSuchOverload();
}
