import { isJsonObject, type JsonValue, printYaml } from "@kiln/api";

export type TemplateFunction = (...values: JsonValue[]) => JsonValue;

export function isTrue(value: JsonValue): boolean {
  return !(
    value === null ||
    value === false ||
    value === 0 ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    (isJsonObject(value) && Object.keys(value).length === 0)
  );
}

export function printValue(value: JsonValue): string {
  return value === null ? "<no value>" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

const text = (value: JsonValue | undefined) => (value === undefined || value === null ? "" : printValue(value));
const number = (value: JsonValue | undefined) => Number(value ?? 0) || 0;
const list = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** Functions of Go's text/template. */
const OF_GO: Readonly<Record<string, TemplateFunction>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1) ?? null,
  or: (...values) => values.find(isTrue) ?? values.at(-1) ?? null,
  not: (value = null) => !isTrue(value),
  eq: (first = null, ...others) => others.some((other) => other === first),
  ne: (first = null, second = null) => first !== second,
  lt: (first, second) => number(first) < number(second),
  le: (first, second) => number(first) <= number(second),
  gt: (first, second) => number(first) > number(second),
  ge: (first, second) => number(first) >= number(second),
  len: (value = null) =>
    Array.isArray(value) || typeof value === "string" ? value.length : Object.keys(value ?? {}).length,
  index: (value = null, ...keys) =>
    keys.reduce<JsonValue>(
      (inner, key) =>
        Array.isArray(inner) ? (inner[Number(key)] ?? null) : isJsonObject(inner) ? (inner[String(key)] ?? null) : null,
      value,
    ),
  print: (...values) => values.map(text).join(""),
  printf: (format = "", ...values) => {
    let next = 0;
    return String(format).replace(/%[sdvq%]/g, (verb) =>
      verb === "%%"
        ? "%"
        : verb === "%q"
          ? JSON.stringify(printValue(values[next++] ?? null))
          : printValue(values[next++] ?? null),
    );
  },
};

/** Functions of sprig used by KWOK's templates; the piped value comes last. */
const OF_SPRIG: Readonly<Record<string, TemplateFunction>> = {
  default: (fallback = null, value = null) => (isTrue(value) ? value : fallback),
  coalesce: (...values) => values.find(isTrue) ?? null,
  ternary: (yes = null, no = null, value = null) => (isTrue(value) ? yes : no),
  empty: (value = null) => !isTrue(value),
  dict: (...pairs) =>
    Object.fromEntries(pairs.flatMap((key, i) => (i % 2 === 0 ? [[String(key), pairs[i + 1] ?? null]] : []))),
  get: (value = null, key = "") => (isJsonObject(value) ? (value[String(key)] ?? "") : ""),
  hasKey: (value = null, key = "") => isJsonObject(value) && Object.hasOwn(value, String(key)),
  keys: (value = null) => (isJsonObject(value) ? Object.keys(value) : []),
  list: (...values) => values,
  first: (value) => list(value)[0] ?? null,
  last: (value) => list(value).at(-1) ?? null,
  append: (value, item = null) => [...list(value), item],
  has: (item = null, value = null) => list(value).includes(item),
  until: (count) => Array.from({ length: Math.min(Math.max(number(count), 0), 10_000) }, (_, i) => i),
  upper: (value) => text(value).toUpperCase(),
  lower: (value) => text(value).toLowerCase(),
  trim: (value) => text(value).trim(),
  trimPrefix: (prefix, value) =>
    text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : text(value),
  trimSuffix: (suffix, value) =>
    text(suffix) !== "" && text(value).endsWith(text(suffix))
      ? text(value).slice(0, -text(suffix).length)
      : text(value),
  hasPrefix: (prefix, value) => text(value).startsWith(text(prefix)),
  hasSuffix: (suffix, value) => text(value).endsWith(text(suffix)),
  contains: (part, value) => text(value).includes(text(part)),
  replace: (from, to, value) => text(value).replaceAll(text(from), text(to)),
  splitList: (separator, value) => text(value).split(text(separator)),
  join: (separator, value) => list(value).map(text).join(text(separator)),
  quote: (...values) => values.map((value) => JSON.stringify(text(value))).join(" "),
  toString: (value: JsonValue = null) => text(value),
  toJson: (value = null) => JSON.stringify(value),
  indent: (spaces, value) => text(value).replace(/^/gm, " ".repeat(number(spaces))),
  nindent: (spaces, value) => `\n${text(value).replace(/^/gm, " ".repeat(number(spaces)))}`,
  int: (value) => Math.trunc(number(value)),
  add: (...values) => values.reduce<number>((sum, value) => sum + number(value), 0),
  sub: (first, second) => number(first) - number(second),
  mul: (...values) => values.reduce<number>((product, value) => product * number(value), 1),
  div: (first, second) => Math.trunc(number(first) / (number(second) || 1)),
  mod: (first, second) => number(first) % (number(second) || 1),
  min: (...values) => values.map(number).reduce((least, value) => Math.min(least, value), Infinity),
  max: (...values) => values.map(number).reduce((most, value) => Math.max(most, value), -Infinity),
};

export const TEMPLATE_FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  ...OF_GO,
  ...OF_SPRIG,
  Quote: (value = null) =>
    value === null ? '""' : typeof value === "string" ? JSON.stringify(value) : JSON.stringify(JSON.stringify(value)),
  YAML: (value = null, indent = 0) => {
    const yaml = printYaml(value);
    return Number(indent) > 0 ? `\n${yaml}`.replaceAll("\n", `\n${" ".repeat(2 * Number(indent))}`) : yaml;
  },
};
