import {
  compareGoStrings,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  printGoJson,
  printGoNumber,
  quoteGo,
} from "@kiln/api";
import { compareValues } from "./compare-values.ts";

/**
 * One step of a field's path in fieldsV1: `f:name`, `k:{"name":"a"}`, `v:"x"` or `i:0`. Always in Kubernetes' canonical
 * form, so that equal steps are equal strings.
 */
export type PathElement = string;

export type FieldPath = readonly PathElement[];

/** A parsed path element. */
export type ParsedElement =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "key"; readonly fields: readonly KeyField[] }
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "index"; readonly index: number };

/** One key that identifies a list item. */
export type KeyField = readonly [name: string, value: JsonValue];

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${printElementValue(value)}`;
}

/** Path element of a list item with these keys, which must be sorted by name. */
export function keyElement(fields: readonly KeyField[]): PathElement {
  let text = "k:{";
  for (const [name, value] of fields) {
    text += `${text.length > 3 ? "," : ""}${keyPrefix(name)}${printElementValue(value)}`;
  }
  return `${text}}`;
}

/** Text before the key's value in path elements, such as `"name":` in `k:{"name":"web"}`. */
export function keyPrefix(name: string): string {
  return `${JSON.stringify(name)}:`;
}

const NEEDS_ESCAPE = /["\\<>&\p{Cc}\u2028\u2029\p{Surrogate}]/u;

/** Prints a value as Kubernetes does inside path elements. */
export function printElementValue(value: JsonValue): string {
  if (typeof value === "string") {
    return NEEDS_ESCAPE.test(value) ? printGoJson(value) : `"${value}"`;
  }
  return Number.isSafeInteger(value) ? String(value) : printGoJson(value);
}

/**
 * Parses an element; returns a string if it is invalid, the error. Undefined for a kind of element that Kubernetes
 * ignores.
 */
export function parseElement(text: string): ParsedElement | string | undefined {
  if (text.length < 2) {
    return "key must be 2 characters long:";
  }
  if (text[1] !== ":") {
    return `missing colon: ${text}`;
  }
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return { kind: "field", name: content };
    case "v":
      return parseValue(content);
    case "k":
      return parseKey(content);
    case "i":
      return /^[+-]?\d{1,15}$/.test(content)
        ? { kind: "index", index: Number(content) }
        : `strconv.Atoi: parsing ${quoteGo(content)}: invalid syntax`;
    default:
      return undefined;
  }
}

function parseValue(content: string): ParsedElement | string {
  const value = tryParse(content);
  return value === undefined ? `invalid value ${content}` : { kind: "value", value };
}

function parseKey(content: string): ParsedElement | string {
  const value = tryParse(content);
  if (!isJsonObject(value)) {
    return `invalid key ${content}`;
  }
  return { kind: "key", fields: sortedFields(value) };
}

function sortedFields(object: JsonObject): KeyField[] {
  const names = Object.keys(object).sort(compareGoStrings);
  return names.map((name) => [name, object[name] as JsonValue]);
}

/** A number with more digits than a double certainly holds. */
const LONG_NUMBER = /\d{16}/;

function tryParse(text: string): JsonValue | undefined {
  try {
    return LONG_NUMBER.test(text) ? parseJson(text).value : (JSON.parse(text) as JsonValue);
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

export function formatElement(parsed: ParsedElement): PathElement {
  switch (parsed.kind) {
    case "field":
      return fieldElement(parsed.name);
    case "key":
      return keyElement(parsed.fields);
    case "value":
      return valueElement(parsed.value);
    default:
      return `i:${parsed.index}`;
  }
}

const RANKS = { field: 0, key: 1, value: 2, index: 3 } as const;

/** Compares elements in Kubernetes' order: fields by name, then keys, values and indices by content. */
function compareParsed(a: ParsedElement, b: ParsedElement): number {
  if (a.kind === "field" && b.kind === "field") {
    return compareGoStrings(a.name, b.name);
  }
  if (a.kind === "key" && b.kind === "key") {
    return compareKeys(a.fields, b.fields);
  }
  if (a.kind === "value" && b.kind === "value") {
    return compareValues(a.value, b.value);
  }
  if (a.kind === "index" && b.kind === "index") {
    return a.index - b.index;
  }
  return RANKS[a.kind] - RANKS[b.kind];
}

function compareKeys(a: readonly KeyField[], b: readonly KeyField[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [aName, aValue] = a[i] as KeyField;
    const [bName, bValue] = b[i] as KeyField;
    const order = compareGoStrings(aName, bName) || compareValues(aValue, bValue);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

const PLAIN_TEXT = /^(v:"|k:\{"[\w.-]+":")[\w./:-]*"\}?$/;

/** Whether all elements are texts without special characters, of a set or for the same single key. */
function areAlike(elements: readonly PathElement[]): boolean {
  const start = PLAIN_TEXT.exec(elements[0] ?? "")?.[1];
  return start !== undefined && elements.every((element) => element.startsWith(start) && PLAIN_TEXT.test(element));
}

/** Sorts elements, parsing each once; invalid ones come last, in any order. */
export function sortElements(elements: readonly PathElement[]): PathElement[] {
  if (elements.every((element) => element.startsWith("f:"))) {
    return [...elements].sort(compareGoStrings);
  }
  if (areAlike(elements)) {
    // The order of the engine, by code units, is Kubernetes' for such texts.
    return [...elements].sort();
  }
  const parsed = elements.map((element) => ({ element, parsed: parseElement(element) }));
  parsed.sort((a, b) => {
    if (typeof a.parsed !== "object" || typeof b.parsed !== "object") {
      return Number(typeof a.parsed !== "object") - Number(typeof b.parsed !== "object");
    }
    return compareParsed(a.parsed, b.parsed);
  });
  return parsed.map(({ element }) => element);
}

/** Prints an element as paths show it: `.name`, `[name="a",port=80]`, `[="x"]`, `[0]`. */
export function printElement(element: PathElement): string {
  const parsed = parseElement(element);
  if (typeof parsed !== "object") {
    return "{{invalid path element}}";
  }
  switch (parsed.kind) {
    case "field":
      return `.${parsed.name}`;
    case "key":
      return `[${parsed.fields.map(([name, value]) => `${name}=${printValue(value)}`).join(",")}]`;
    case "value":
      return `[=${printValue(parsed.value)}]`;
    default:
      return `[${parsed.index}]`;
  }
}

export function printPath(path: FieldPath): string {
  return path.map(printElement).join("");
}

function printValue(value: JsonValue): string {
  if (typeof value === "string") {
    return quoteGo(value);
  }
  if (typeof value === "number" || typeof value === "bigint") {
    return printGoNumber(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(printValue).join(",")}]`;
  }
  // Kubernetes: prints an object's fields without a separator (value/value.go ToString, v1.36).
  return isJsonObject(value)
    ? sortedFields(value)
        .map(([name, inner]) => `${name}=${printValue(inner)}`)
        .join("")
    : String(value);
}
