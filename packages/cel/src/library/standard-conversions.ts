import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import { traversalCost } from "../cost/string-costs.ts";
import {
  toBool,
  toBytes,
  toDouble,
  toDuration,
  toInteger,
  toText,
  toTimestamp,
  toType,
  toUint,
} from "../values/convert.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  stringType,
  timestampType,
  typeOfType,
  typeParameter,
  uintType,
} from "../values/type.ts";
import type { CelValue } from "../values/value.ts";

const a = typeParameter("A");

const named: ReadonlyMap<string, CelType> = new Map([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["duration", durationType],
  ["int64", intType],
  ["string", stringType],
  ["timestamp", timestampType],
  ["uint64", uintType],
]);

const costly = new Set(["string_to_bytes", "bytes_to_string"]);

function conversion(
  name: string,
  convert: (value: CelValue) => CelValue,
  { to, from }: { readonly to: string; readonly from: readonly string[] },
): FunctionDeclaration {
  const overloads = from.map((source): Overload => {
    const id = `${source}_to_${to}`;
    const cost = costly.has(id) ? { cost: traversalCost } : {};
    return { id, args: [named.get(source)!], result: named.get(to)!, call: convert, ...cost };
  });
  return { name, overloads };
}

/** Conversions, each named after its type: `int(x)`, `string(x)`. */
export const standardConversions: readonly FunctionDeclaration[] = [
  conversion("bool", toBool, { to: "bool", from: ["bool", "string"] }),
  conversion("bytes", toBytes, { to: "bytes", from: ["bytes", "string"] }),
  conversion("double", toDouble, { to: "double", from: ["double", "int64", "string", "uint64"] }),
  conversion("duration", toDuration, { to: "duration", from: ["duration", "int64", "string"] }),
  conversion("int", toInteger, { to: "int64", from: ["int64", "double", "duration", "string", "timestamp", "uint64"] }),
  conversion("string", toText, {
    to: "string",
    from: ["string", "bool", "bytes", "double", "duration", "int64", "timestamp", "uint64"],
  }),
  conversion("timestamp", toTimestamp, { to: "timestamp", from: ["timestamp", "int64", "string"] }),
  conversion("uint", toUint, { to: "uint64", from: ["uint64", "double", "int64", "string"] }),
  { name: "dyn", overloads: [{ id: "to_dyn", args: [a], result: dynType }], call: (value) => value },
  { name: "type", overloads: [{ id: "type", args: [a], result: typeOfType(a) }], call: toType },
];
