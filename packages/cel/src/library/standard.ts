import type { FunctionDeclaration, Overload, VariableDeclaration } from "../check/declaration.ts";
import { matchCost, searchCost, traversalCost } from "../cost/string-costs.ts";
import { countCodePoints } from "../parse/source.ts";
import { noSuchOverload } from "../values/compare.ts";
import { isList, isMap, listSize, mapSize } from "../values/containers.ts";
import { compileRegex } from "../values/regex.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  nullType,
  stringType,
  timestampType,
  typeOfType,
  typeParameter,
  typeType,
  uintType,
} from "../values/type.ts";
import { CelError, CelTypeValue, type CelValue } from "../values/value.ts";
import type { Library } from "./library.ts";
import { namingUnknown } from "./no-such-overload.ts";
import { standardConversions } from "./standard-conversions.ts";
import { standardMacros } from "./standard-macros.ts";
import { standardOperators } from "./standard-operators.ts";
import { standardTime } from "./standard-time.ts";

const anyList = listType(typeParameter("A"));
const anyMap = mapType(typeParameter("A"), typeParameter("B"));

/** Library of the CEL language itself: operators, conversions, sizes, strings and times. */
export const standardLibrary: Library = {
  name: "standard",
  introduced: "1.0",
  macros: standardMacros,
  variables: [
    ...[boolType, bytesType, doubleType, durationType, intType].map(declareType),
    declareType(anyList),
    declareType(anyMap),
    ...[nullType, stringType, timestampType, typeType, uintType].map(declareType),
  ],
  functions: [...standardOperators, ...standardConversions, ...standardTime, size(), ...texts()],
};

function declareType(type: CelType): VariableDeclaration {
  return { name: type.name, type: typeOfType(type), value: new CelTypeValue(type) };
}

function size(): FunctionDeclaration {
  const overloads = [bytesType, anyList, anyMap, stringType].flatMap((type): Overload[] => [
    { id: `size_${type.name}`, args: [type], result: intType },
    { id: `${type.name}_size`, args: [type], result: intType, isMember: true },
  ]);
  return { name: "size", overloads, call: namingUnknown("size", ["bytes", "list", "map", "string"], sizeOf) };
}

function sizeOf(value: CelValue): CelValue {
  if (typeof value === "string") {
    return countCodePoints(value);
  }
  if (value instanceof Uint8Array) {
    return value.length;
  }
  if (isList(value)) {
    return listSize(value);
  }
  return isMap(value) ? mapSize(value) : noSuchOverload();
}

function texts(): FunctionDeclaration[] {
  const args = [stringType, stringType];
  return [
    search("contains", { id: "contains_string", cost: searchCost }, (text, part) => text.includes(part)),
    search("endsWith", { id: "ends_with_string", cost: traversalCost }, (text, part) => text.endsWith(part)),
    search("startsWith", { id: "starts_with_string", cost: traversalCost }, (text, part) => text.startsWith(part)),
    {
      name: "matches",
      overloads: [
        { id: "matches", args, result: boolType },
        { id: "matches_string", args, result: boolType, isMember: true, cost: matchCost },
      ],
      call: namingUnknown("matches", ["string"], matches),
    },
  ];
}

function search(
  name: string,
  overload: Pick<Overload, "id" | "cost">,
  test: (text: string, part: string) => boolean,
): FunctionDeclaration {
  return {
    name,
    overloads: [{ ...overload, args: [stringType, stringType], result: boolType, isMember: true }],
    call: (text, part) => (typeof text === "string" && typeof part === "string" ? test(text, part) : noSuchOverload()),
  };
}

function matches(text: CelValue, pattern: CelValue): CelValue {
  if (typeof text !== "string" || typeof pattern !== "string") {
    return noSuchOverload();
  }
  const regex = compileRegex(pattern);
  return regex instanceof CelError ? regex : regex.test(text);
}
