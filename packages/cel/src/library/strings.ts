import type { FunctionDeclaration, Implementation, Overload } from "../check/declaration.ts";
import { addRanges, exactly, multiplyRanges, type Range, scaleRange, unknownRange, unlimited } from "../check/range.ts";
import {
  deepTraversalCost,
  doubleTraversalCosts,
  type FunctionCosts,
  sameSizeCosts,
  sizeOrAny,
  traversalFactor,
} from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { traversalCost } from "../cost/string-costs.ts";
import { costExceeded } from "../evaluate/planned.ts";
import { elementsOf, isList } from "../values/containers.ts";
import { printMessageValue } from "../values/print-value.ts";
import { type CelType, dynType, intType, listType, stringType } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { estimateReplacement } from "./estimate-replacement.ts";
import { formatText, validateFormat } from "./format-text.ts";
import type { Library } from "./library.ts";
import {
  charAt,
  indexOf,
  lastIndexOf,
  lowerAscii,
  quote,
  replace,
  split,
  substring,
  trim,
  upperAscii,
} from "./string-functions.ts";

const text = stringType;

function member(
  name: string,
  overloads: readonly (readonly [id: string, args: readonly CelType[], result: CelType, call: Implementation])[],
  rest: Partial<FunctionDeclaration> = {},
): FunctionDeclaration {
  const members = overloads.map(([id, args, result, call]): Overload => ({ id, args, result, call, isMember: true }));
  return { name, overloads: members, ...rest };
}

/** Costs of searching; lists use them as well, since their functions have the same names. */
export const searchCosts: FunctionCosts = {
  cost: ([container]) => deepTraversalCost(container as CelValue),
  estimate: ([container]) => {
    const size = sizeOrAny(container);
    const element = container?.type.parameters[0];
    if (element === undefined) {
      return { cost: scaleRange(size, traversalFactor) };
    }
    const isText = element.kind === "string" || element.kind === "bytes";
    const each = isText ? scaleRange(container?.elementSize() ?? unknownRange, traversalFactor) : exactly(0);
    return { cost: multiplyRanges(size, addRanges(exactly(1), each)) };
  },
};

const splitCosts: FunctionCosts = {
  cost: doubleTraversalCosts.cost,
  estimate: ([target, , limit]) => {
    const size = sizeOrAny(target);
    const max = typeof limit?.literal === "number" ? (limit.literal < 0 ? unlimited : limit.literal) : size.max;
    return { cost: scaleRange(size, 2 * traversalFactor), resultSize: { min: 0, max } };
  },
};

const joinCosts: FunctionCosts = {
  cost: (args, result) =>
    Math.ceil((result === costExceeded ? joinedSize(args) : plainSize(result)) * 2 * traversalFactor),
  estimate: ([list, separator]) => {
    const count = sizeOrAny(list);
    const isTyped = (list?.type.parameters.length ?? 0) > 0;
    const elements = isTyped ? multiplyRanges(count, list?.elementSize() ?? unknownRange) : exactly(0);
    const gaps: Range = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
    const resultSize =
      separator === undefined ? elements : addRanges(elements, multiplyRanges(sizeOrAny(separator), gaps));
    return { cost: scaleRange(resultSize, traversalFactor), resultSize };
  },
};

const functions: readonly FunctionDeclaration[] = [
  member("charAt", [["string_char_at_int", [text, intType], text, charAt]]),
  member(
    "indexOf",
    [
      ["string_index_of_string", [text, text], intType, indexOf],
      ["string_index_of_string_int", [text, text, intType], intType, indexOf],
    ],
    searchCosts,
  ),
  member(
    "lastIndexOf",
    [
      ["string_last_index_of_string", [text, text], intType, lastIndexOf],
      ["string_last_index_of_string_int", [text, text, intType], intType, lastIndexOf],
    ],
    searchCosts,
  ),
  member("lowerAscii", [["string_lower_ascii", [text], text, lowerAscii]], sameSizeCosts),
  member(
    "replace",
    [
      ["string_replace_string_string", [text, text, text], text, replace],
      ["string_replace_string_string_int", [text, text, text, intType], text, replace],
    ],
    { cost: doubleTraversalCosts.cost, estimate: estimateReplacement },
  ),
  member(
    "split",
    [
      ["string_split_string", [text, text], listType(text), split],
      ["string_split_string_int", [text, text, intType], listType(text), split],
    ],
    splitCosts,
  ),
  member(
    "substring",
    [
      ["string_substring_int", [text, intType], text, substring],
      ["string_substring_int_int", [text, intType, intType], text, substring],
    ],
    sameSizeCosts,
  ),
  member("trim", [["string_trim", [text], text, trim]], sameSizeCosts),
  member("upperAscii", [["string_upper_ascii", [text], text, upperAscii]], sameSizeCosts),
  member(
    "join",
    [
      ["list_join", [listType(text)], text, join],
      ["list_join_string", [listType(text), text], text, join],
    ],
    joinCosts,
  ),
];

/** Maximum length of a joined string: a longer one exceeds any budget. */
const MAX_JOINED = 2 ** 24;

function join(list: CelValue, separator: CelValue = ""): CelValue {
  const elements = isList(list) ? elementsOf(list) : [];
  const stranger = elements.find((element) => typeof element !== "string");
  if (stranger !== undefined) {
    return new CelError(`join: invalid input: ${printMessageValue(stranger)}`);
  }
  return joinedSize([list, separator]) > MAX_JOINED ? costExceeded : elements.join(String(separator));
}

function joinedSize([list = [], separator = ""]: readonly CelValue[]): number {
  const elements = isList(list) ? elementsOf(list) : [];
  const gaps = Math.max(elements.length - 1, 0) * plainSize(separator);
  return elements.reduce<number>((size, element) => size + plainSize(element), gaps);
}

/** Library of string functions before `format` was added. */
export const firstStringsLibrary: Library = { name: "strings 0", introduced: "1.0", removed: "1.29", functions };

/** Library of string functions. */
export const stringsLibrary: Library = {
  name: "strings",
  introduced: "1.29",
  functions: [
    ...functions,
    {
      ...member("format", [["string_format", [text, listType(dynType)], text, formatText]]),
      cost: traversalCost,
      validate: validateFormat,
      mayMixLiterals: true,
      stopsAtError: true,
    },
    {
      name: "strings.quote",
      overloads: [
        { id: "strings_quote", args: [text], result: text, call: quote, cost: traversalCost, estimate: estimateQuoted },
      ],
    },
  ],
};

function estimateQuoted([argument]: Parameters<NonNullable<Overload["estimate"]>>[0]) {
  const size = sizeOrAny(argument);
  return { cost: scaleRange(size, traversalFactor), resultSize: { min: size.min + 2, max: size.max * 2 + 2 } };
}
