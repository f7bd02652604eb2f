import { encodeUtf8, quoteGo } from "@kiln/api";
import {
  type CelList,
  type CelMap,
  elementAt,
  findInMap,
  isList,
  isMap,
  keysOf,
  listSize,
} from "../values/containers.ts";
import { toDouble, toText } from "../values/convert.ts";
import { isInt } from "../values/int.ts";
import { kindOf, runtimeType } from "../values/kind-of.ts";
import type { TypeKind } from "../values/type.ts";
import { CelDouble, CelDuration, CelError, CelTimestamp, CelUint, type CelValue } from "../values/value.ts";
import { printFixed, printLocalFixed, printLocalScientific } from "./fixed-point.ts";

/** A parsed `%` clause. */
export interface Clause {
  readonly verb: Verb;
  readonly precision: number | undefined;
}

export type Verb = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

interface VerbRule {
  /** Kinds of values that the verb accepts. */
  readonly kinds: readonly TypeKind[];
  /** Error text for values of other types, before the name of the type. */
  readonly complaint: string;
}

const hexadecimal: VerbRule = {
  kinds: ["int", "uint", "string", "bytes"],
  complaint: "only integers, byte buffers, and strings can be formatted as hex, was given",
};

/** Rules of the verbs, also applied at compile time. */
export const verbRules: Readonly<Record<Verb, VerbRule>> = {
  s: {
    kinds: ["list", "map", "int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type", "null"],
    complaint:
      "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given",
  },
  d: { kinds: ["int", "uint"], complaint: "decimal clause can only be used on integers, was given" },
  f: { kinds: ["double", "string"], complaint: "fixed-point clause can only be used on doubles, was given" },
  e: { kinds: ["double", "string"], complaint: "scientific clause can only be used on doubles, was given" },
  b: { kinds: ["int", "uint", "bool"], complaint: "only integers and bools can be formatted as binary, was given" },
  x: hexadecimal,
  X: hexadecimal,
  o: { kinds: ["int", "uint"], complaint: "octal clause can only be used on integers, was given" },
};

const defaultPrecision = 6;
const numberWords = new Set<CelValue>(["NaN", "Infinity", "-Infinity"]);

export function formatClause({ verb, precision = defaultPrecision }: Clause, value: CelValue): string | CelError {
  const rule = verbRules[verb];
  const isNumberWord = verb !== "f" && verb !== "e" ? true : typeof value !== "string" || numberWords.has(value);
  if (!rule.kinds.includes(kindOf(value)) || !isNumberWord) {
    return new CelError(`${rule.complaint} ${runtimeType(value).name}`);
  }
  switch (verb) {
    case "s":
      return formatText(value);
    case "f":
      return printLocalFixed(numberOf(value), precision);
    case "e":
      return printLocalScientific(numberOf(value), precision);
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : toRadix(value, 2);
    case "o":
      return toRadix(value, 8);
    case "x":
      return formatHex(value);
    case "X":
      return formatHex(value).toUpperCase();
    case "d":
      return toRadix(value, 10);
  }
}

function numberOf(value: CelValue): number {
  const double = toDouble(value);
  return double instanceof CelDouble ? double.value : Number.NaN;
}

function toRadix(value: CelValue, radix: number): string {
  return value instanceof CelUint ? value.value.toString(radix) : isInt(value) ? value.toString(radix) : "";
}

function formatHex(value: CelValue): string {
  const bytes = typeof value === "string" ? encodeUtf8(value) : value;
  return bytes instanceof Uint8Array
    ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
    : toRadix(value, 16);
}

function formatText(value: CelValue): string | CelError {
  if (isList(value)) {
    return formatList(value);
  }
  if (isMap(value)) {
    return formatMap(value);
  }
  if (value === null) {
    return "null";
  }
  const text = toText(value);
  return typeof text === "string"
    ? text
    : new CelError(`could not convert argument ${quoteGo(text instanceof CelError ? text.message : "")} to string`);
}

function formatList(list: CelList): string | CelError {
  const parts: string[] = [];
  for (let index = 0; index < listSize(list); index += 1) {
    const part = formatMember(elementAt(list, index));
    if (part instanceof CelError) {
      return part;
    }
    parts.push(part);
  }
  return `[${parts.join(", ")}]`;
}

function formatMap(map: CelMap): string | CelError {
  const pairs: [string, string][] = [];
  for (const key of keysOf(map)) {
    const kind = kindOf(key);
    if (kind !== "string" && kind !== "bool" && kind !== "int" && kind !== "uint") {
      return new CelError(`no formatting function for map key of type ${runtimeType(key).name}`);
    }
    const name = formatMember(key);
    const value = formatMember(findInMap(map, key) ?? null);
    if (name instanceof CelError || value instanceof CelError) {
      return name instanceof CelError ? name : (value as CelError);
    }
    pairs.push([name, value]);
  }
  pairs.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${pairs.map(([name, value]) => `${name}:${value}`).join(", ")}}`;
}

/** Values inside a list or map are printed as literals. */
function formatMember(value: CelValue): string | CelError {
  if (value instanceof CelDouble) {
    const text = printFixed(value.value, defaultPrecision);
    return Number.isFinite(value.value) ? text : quoteGo(text);
  }
  if (kindOf(value) === "opaque") {
    return new CelError(`no formatting function for ${runtimeType(value).name}`);
  }
  const text = formatText(value);
  if (text instanceof CelError) {
    return text;
  }
  if (typeof value === "string") {
    return quoteGo(text);
  }
  if (value instanceof Uint8Array) {
    return `b${quoteGo(text)}`;
  }
  return value instanceof CelTimestamp
    ? `timestamp(${quoteGo(text)})`
    : value instanceof CelDuration
      ? `duration(${quoteGo(text)})`
      : text;
}
